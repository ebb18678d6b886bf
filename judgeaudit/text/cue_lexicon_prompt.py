"""Words by which a rationale names a cue that the judge is told, or that changes how it is asked; how entries are written: see `cue_lexicon` (ours)."""

from __future__ import annotations

from collections.abc import Mapping

IN_THE_PROMPT: Mapping[str, Mapping[str, str]] = {
    "position": {
        "en": "order of|in?; responses|answers|replies order; order responses|answers|replies|presentation; "
        "shown|listed|presented|placed|appear|came|comes first|second|last; order in which|shown|presented|given; order "
        "two|both|reading|reverse|swap; first|second|last position|slot|spot; sequence in|of which|responses|answers|presentation; "
        "presented|shown|read|displayed|seen|listed|placed|appears|appearing|being earlier|later|top|bottom; place in list|order|sequence; on|at "
        "top|bottom?; one on top|left|right; order not|no matter|influenc|affect|role; place|placement|positioning of response|answer|reply; "
        "position not|no|bias|influenc|matter|effect|advantage; position?; sequence?; placement?; first|second|last place?; read "
        "first|before|after?; before!?; after!?; earlier?; later?; precede?; preceding?; left!?; right hand?; swapped?; switched?; reversed?; "
        "leading?; alphabet?; rank?; top!?; bottom?; opening?; whichever?; started?; first! one|glance|impression|seen|read?; last! one?; order?",
        "de": "reihenfolge; zuerst|zuletzt gezeigt|genannt|gelistet|steh; erste|zweite|letzte stelle?; platzierung; anordnung; erste|zweite|letzte "
        "position; an erster|zweiter|letzter stelle|position; position?; oben|unten?",
        "fr": "presente|montre|place|liste premier|second|dernier; premiere|seconde|derniere position|place; ordre?; position?; ordre "
        "presentation|apparition|lecture; en premier|second|dernier?",
        "es": "presentad|mostrad|listad primer|segund|ultim; primera|segunda|primer|segundo|ultimo posicion|lugar; orden?; posicion?; orden "
        "presentacion|lectura; en primer|segundo|ultimo?",
    },
    "label_order": {
        "en": "order of|in?; labels|options|choices order; order labels|options|choices; label|option|choice listed|shown|named first|last; order in "
        "which labels|options|choices|verdicts; listed|named|shown|given|offered|stands first|last|second; first|second|last label|option|choice?; "
        "order?; listed|shown|named label|option|choice; first|second|last label|option",
        "de": "reihenfolge; zuerst|zuletzt genannt|gelistet|steh; erste|letzte option|label|antwortmoglichkeit",
        "fr": "premiere|derniere option|etiquette; cite|liste premier|dernier; ordre?",
        "es": "primera|ultima opcion|etiqueta; listad|nombrad primer|ultim; orden?",
    },
    "label_names": {
        "en": "name|naming label|option|choice; label|option|choice named|called|name; letter a!|b!; letter for|stands|means|chosen|used|instead; a!|b! "
        "stands for; a!|b! means; called a!|b!|x!|y!; letter?; label?; option?; called?",
        "de": "name|bezeichnung label|option; label|option heiss|genannt|bezeichn; buchstabe?; a!|b! steht|bedeutet",
        "fr": "nom etiquette|option|label; etiquette|option|label nomme|appele; lettre a!|b!; a!|b! signifie|veut; lettre?",
        "es": "nombre etiqueta|opcion; etiqueta|opcion llamad|nombrad; letra a!|b!; a!|b! significa|quiere; letra?",
    },
    "rubric_wording": {
        "en": "formulat question|criteri; reworded; rephras; wording|phrasing|formulation of question|criteri|rubric|task|prompt; "
        "question|criteri|task|rubric|prompt worded|phrased|put|framed|formulat|reads; however worded|phrased; wording?; worded?; phrasing?; "
        "phrased?; has to be|settled?; be settled|decided; question is|about material; about the material",
        "de": "formulier frage|kriteri; frage|kriteri formulier; wortlaut?; formulierung?; wortlaut|formulierung der|von frage|kriteri",
        "fr": "formul question|critere; question|critere formul; libelle?; libelle de|du question|critere",
        "es": "formul pregunta|criterio; pregunta|criterio formul; redaccion?; enunciad?; redaccion|enunciado de|del pregunta|criterio",
    },
    "bandwagon": {
        "en": "most people|others|reviewers|respondents|raters|voters|users|readers "
        "gave|give|think|thought|agree|voted|vote|rated|said|say|judged|judge|asked|found|find|consider|prefer|liked|approve; people|others "
        "gave|think|thought|agree|voted|rated|said|judged|asked; agree|side|with|following majority|others|consensus|crowd; majority "
        "people|others|reviewers|respondents|raters|users|readers|vote|opinion|view|verdict|gave|think|agree|said|judged; 90! "
        "people|persons|reviewers|respondents|raters|others|readers|users; nine ten people|persons|reviewers|raters; public opinion; popular "
        "opinion|view|choice|verdict; majority?; consensus?; popular?; 90!?; others?; crowd?; survey?; most "
        "people|others|reviewers|respondents|raters?; most people|others|reviewers|respondents|raters|voters|users|readers "
        "gave|give|think|thought|agree|voted|vote|rated|rate|said|say|judged|judge|asked|found|find|consider|prefer|liked|like|approve|hold|share; "
        "like|as|with|unlike|against most people|others; most of those|them|people who|asked|rated; majority of "
        "those|respondents|people|raters|reviewers asked|who|polled|surveyed; majority asked|polled|surveyed|would; poll!|polls|polled|polling; "
        "survey; public verdict|rating|vote|judgement|judgment|sentiment|view|reaction|reception|mood; popular|prevailing|general|common|broad "
        "opinion|verdict|vote|sentiment|view|judgement|judgment|belief|consensus|consent; "
        "opinion|view|judgement|judgment|verdict|vote|votes|rating|ratings of|by others|people|crowd|public|majority|peers; peers; what|how "
        "others|people|everyone|everybody think|thought|say|said|believe|voted|rated|gave|decided|prefer|find; other "
        "people|reviewers|raters|judges|readers; social proof; bandwagon; popularity; herd; nine out|in|of; wisdom of crowd; so many "
        "people|others; 90! gave|said|rated|voted|approv|share|agree|figure|think; percent of people|respondents|those|raters; high "
        "percentage|proportion|share; agreement?; public?; most!?; everyone?; everybody?; widely?; many?; people?; opinion?; percent?; commonly?; "
        "approv?; satisf?; anybody?; anyone?; nobody?; hardly anybody|anyone?; few!?; voter?; view!?; views?; favour?; favor!?; favored?; "
        "figures?; statistic?; unanim?; preferr?; liked?; dislike?; opinions?; prevailing?; mainstream?; trend?; community?; unpopular?; "
        "received?; reception?; acclaim?; backing?; minority?; one in ten?; supporter?; raters?; respondents?; jury?; panel?; verdict of?; "
        "numbers?; percentage?; share?; go along?; conform?; fashion?; hype?",
        "de": "mehrheit menschen|leute|personen|befragten|meinung|findet|meint|urteil|stimm; mit|folge mehrheit; 90! menschen|leute|personen|befragten; "
        "meisten menschen|leute|personen|befragten; andere menschen|leute|personen; befragt; mehrheit?; konsens?; 90!?; umfrage?; "
        "ubereinstimmend?; andere|anderen meinen|denken|finden|halten|sagen|urteil; meinung|urteil der|anderer|vieler "
        "anderen|anderer|leute|mehrheit|allgemein; neun von zehn; prozent der|menschen|leute|befragten; allgemeine meinung; ubrigen?; andere?; "
        "anderen?; meisten?; prozent?; viele?; mehrheitsmeinung; mehrheitsurteil; einhellig?; mitlauf",
        "fr": "majorite gens|personnes|avis|pense|juge; 90! gens|personnes; plupart gens|personnes; autres personnes|avis; personnes interrogees; "
        "opinion des|generale; majorite?; consensus?; 90!?; sondage?; avis|opinion|jugement des|de autres|gens|majorite|public; opinion|avis "
        "majorit|populaire|publi; neuf sur dix; comme plupart|majorite|autres; sur! dix; pour cent?; plupart?; autres?; majorit?; generale?; "
        "consensuel?; sondes; participants?",
        "es": "mayoria gente|personas|opina|piensa|juzg|encuestad; 90! gente|personas|encuestad; demas personas; otras personas|opiniones; encuestad; "
        "personas consultadas|preguntadas; mayoria?; gente?; consenso?; 90!?; encuesta?; opinion|juicio|voto|veredicto "
        "mayorit|popular|publica|general|de|ajen; nueve de cada; cada diez; lo que piensan|opinan|dicen|creen; coincid con|ellos "
        "mayoria|demas|otros; 90! aprob|dio|voto|vot|cree|lo|la; por ciento?; demas?; otros?; mayoritari?; coincid?; popular?",
    },
    "compassion_fade": {
        "en": "gpt|gpt4|gpt5; tinychat; written|authored|generated|produced by; large! model|language; small! model; capable model; 125m; famous; reput; "
        "author model|name|known|famous|unknown; author?; well! known?; obscure?; creator?; openai; anthropic; claude; gemini; llama; chatgpt; "
        "flagship; million|billion parameters; parameters; parameter count; state of art; cutting edge; frontier model; ai! "
        "model|system|lab|author; which|what model|system|ai! produced|wrote|generated|created|made|gave|it|this; whoever|who|which "
        "wrote|written|produced|generated|made; model|system behind|size|produced|generated|wrote|responsible; model|system|ai! like! this; this "
        "ai!; "
        "small|smaller|large|larger|tiny|weak|weaker|strong|stronger|powerful|advanced|leading|lesser|famous|unknown|obscure|big|bigger|better|modest|"
        "minor|named "
        "model|system|ai!|chatbot|llm; identity of|author|writer; authorship; provenance; brand; pedigree; author identity|name|known|stated; "
        "author|writer|answer|response|reply being|is|was gpt|model|system|ai!|machine; lightweight; 125; model?; system?; writer?; wrote?; "
        "written?; source?; capab?; known?; known for; famous?; size?; trust?; reliable?; model! name|is|was|that; well! known "
        "model|author|system|name; chatbot?; llm?; bot!?; bots?; machine?; company?; vendor?; maker?; hype?; fame?; toy?; underdog?; league?; "
        "calib?; calibre?; training?; trained?; generator?; producer?; producing?; cheap?; expensive?; who! wrote?; whoever?; called?; renown?; "
        "prominen?; prestig?; reputation?; behind it|this?; identity?; label?; household?; heavyweight?; newcomer?; version?",
        "de": "gpt|gpt4|gpt5; tinychat; sprachmodell; geschrieben|erzeugt|verfasst von|durch; 125m; bekannt modell; modell?; verfasser?; autor?; ruf!?; "
        "modell wie|das|hinter|ist|heisst|erzeugt|geschrieben|von; bekannt|klein|kleines|gross|grosses|beruhmt|leistungsfahig|schwach|starkes "
        "modell|system|ki!; welches|welchem modell; wer geschrieben|verfasst; parameter; openai; herkunft; urheber; verfasser|autor "
        "ist|egal|unerheblich|bekannt; ki! modell|system; system?",
        "fr": "gpt|gpt4|gpt5; tinychat; ecrit|genere|produit par; 125m; reputation; modele?; auteur?; modele de|tel|comme|qui|derriere "
        "produit|ecrit|genere|langage|puissant|celebre|connu|petit; petit|grand|gros|celebre|puissant|quel modele|systeme; parametres; openai; "
        "identite de|auteur; provenance; ia!?; systeme?; nom de|modele|auteur?",
        "es": "gpt|gpt4|gpt5; tinychat; escrit|generad|producid por; 125m; reputacion; modelo?; autor?; modelo tan|de|que|como|detras "
        "lenguaje|famos|conocid|pequen|potente|genero|escribio|produjo; pequen|gran|famos|qu|que modelo|sistema; parametros; openai; identidad "
        "del|autor; procedencia; ia!?; sistema?; nombre del modelo|autor?",
    },
    "refinement": {
        "en": "revis version|answer|response|reply|draft|text|once|by; answer|response|reply|author|text revis|edited|refin|polish; draft; refined; "
        "improved version; second version; reworked; updated version; gone|went over; earlier|previous|prior version; edited|polished "
        "version|answer|response|reply; revis?; refin?; rework?; edited?; polish?; second|third|later|another|further|new|latest|final "
        "pass|iteration|round|attempt|try|go!|look|edit|revision|draft; earlier|first|previous|prior|original|initial|older "
        "attempt|draft|try|iteration; improvement|improvements|improved|better since|over|from|upon|on|than "
        "earlier|first|previous|prior|original|draft|before; been|being|having "
        "improved|reworked|edited|polished|cleaned|corrected|refined|rewritten|updated|amended|touched|tidied|redone|checked; "
        "evidently|clearly|visibly|carefully|already|author improved|reworked|edited|polished|refined|rewritten|corrected|tightened; "
        "went|gone|going|looked|goes over|through|back; touched up; cleaned up; rewrote; redraft; amended; second time; revision; version "
        "you|seen|shown|here; time to|spent correct|revis|improv; editing; effort|care the|of author|went|in; improv?; version?; "
        "correct|corrected|corrections by|made?; second?; updat?; careful?; worked out?; author?; time!?; rewrit?; change|changes made|since|to?; "
        "rewritten?; iterat?; another look?; no! longer?; matured?; finished?; final!?; tuned?; overhaul?; fixed?; than! before?; before!?; now!?; "
        "trace?; diligen?; attention?; prepared?; proofread?; thought through?; worked on?; care!?; changed?; improvement?; iteration?; progress?; "
        "effort?; twice?; reconsider?; rethought?; repair?; remaining?; already?",
        "de": "uberarbeit; entwurf; verbessert fassung|version; revidier; fassung; uberpruft vom|durch autor; nachgebessert; zweite|zweiten|weitere "
        "fassung|anlauf|durchgang|version|versuch; erste|ersten|fruhere|vorherige fassung|entwurf|version|versuch; noch einmal durch|uber; "
        "nachbearbeit; korrigiert?; verbesser?; sorgfaltig?; version?; verbesserte version|fassung",
        "fr": "revis; brouillon; version amelioree|corrigee|revue|revisee|precedente; retravaill; relu!; relue; premiere version|ebauche; ebauche; "
        "seconde|deuxieme|nouvelle version|passe|relecture|mouture; relecture; remani; corrige?; amelior?; version?; retouch; peaufin; soigne?",
        "es": "revis; borrador; version mejorada|corregida|anterior|revisada; retocad; pulid; primera version; segunda|nueva|ultima "
        "version|pasada|vuelta|redaccion; reelabor; corregid?; mejor?; version?; repas; retoc; cuidad?; reescrit",
    },
    "distraction": {
        "en": "irrelevan; aside; tangent; digress; off! topic; distract; besides the point; beside the point; out of place; random?; weather?; postcard; "
        "stroll; long! walks; hobb; pastime; leisure; personal|private "
        "detail|details|life|information|interest|interests|habits|matters|remark|anecdote; biograph; backstory; author|writer "
        "evening|evenings|free|spare|collect|walk|walks|habit|habits|interest|interests|life|likes|enjoys|private|personal|pursuits?; what "
        "author|writer does|likes|enjoys|do?; someone|person|somebody who likes|enjoys|collects|walks?; collector; collecting; spare|free time; "
        "trivia; author?; writer?; personal?; evening?; unconnected; note!?; remark?; walk?; collect?; whoever wrote; person behind?; background?; "
        "aside?; off! topic?; walks!?; extraneous?; unrelated?; not relevant?; qualif?; walking?; outdoor?; antique?; stamp?; habit?; fond!?; "
        "enjoy?; lifestyle?; personality?; somebody?; outside of?; out of account?; anecdot?; private?; gossip?; color?; colour?; free time?; "
        "interests?; taste?; likes?; spare?; human?; sympath?; identity?; daily?; life!?",
        "de": "irrelevan; unpassend; nebensach; abschweif; ablenk; thema verfehl|vorbei; themafremd; ohne bezug; nichts zur sache; postkart; spazier; "
        "hobby; hobbys; freizeit; privatleben; personliche angaben|details|vorlieben|bemerkung; sammel|sammler?; abends?; autor?; verfasser?; "
        "hinweis?; bemerkung?; belanglos; privat",
        "fr": "sans rapport; hors sujet; digress; distra; hors propos; non pertinent; n a rien a voir; carte|cartes postale|postales; promenad; loisir; "
        "passe temps; vie privee; details|informations|gouts|interets personnel|personnels; collection?; auteur?; soir?; remarque?; anecdot; "
        "biograph; sans importance|lien; hobby",
        "es": "irrelevan; sin relacion; digres; distra; fuera tema|lugar; no! viene al caso; no! pertinente; ajen; postal; postales; pase|paseos "
        "largo|por|de; paseo?; aficion; pasatiemp; vida privada|personal; datos|detalles|gustos personal|personales; colecc?; autor?; "
        "tarde|noche?; comentario?; anecdot; biograf; nada que ver; irrelevante",
    },
    "anchoring": {
        "en": "earlier|previous|prior|former|initial|past|first review|score|verdict|rating|grade|assessment|judg|evaluation|label|result; "
        "previously|earlier given|rated|scored|judged|received|assessed|graded; anchor; "
        "earlier|previous|previously|prior|former|initial|past|preceding|last "
        "review|reviewer|assessor|evaluator|rater|grader|judge|examiner|marker|fail|pass|decision|opinion|mark|marks|finding|conclusion|reviews|"
        "scores|ratings|mark|assessments; "
        "first reviewer|assessor|evaluator|rater|grader|judge|examiner|opinion|mark; "
        "passed|failed|rated|scored|graded|marked|judged|reviewed|assessed|approved|rejected|evaluated|accepted "
        "before|already|previously|earlier|once; already|before|once|previously|earlier "
        "been|was|were|passed|failed|rated|scored|graded|marked|judged|reviewed|assessed|approved|rejected|evaluated|accepted|given|awarded; "
        "review|score|verdict|rating|grade|assessment|judgement|judgment|evaluation|decision|mark already|before|previously|earlier; "
        "agree|disagree|concur|side|depart|deviat|differ|break with|from "
        "review|reviewer|verdict|rating|assessment|score|judgement|judgment|evaluation; uphold|overturn|overrul|revise|reverse|confirm|stand|stick "
        "verdict|decision|judgement|judgment|rating|score|review|by; different conclusion|verdict|view|judgement|judgment|opinion|assessment "
        "than|from; second opinion; other reviewer|assessor|evaluator|rater; whoever reviewed|judged|rated; was! given?; had been given?; "
        "earlier?; previous?; prior!?; former?; initial?; already?; before!?; review?; reviewer?; depart from?; too! "
        "harsh|lenient|generous|strict?; uphold?; overturn?; again?; rejected?; accepted?; approved?; once?; somebody?; record?; matches?; "
        "history?; precedent?; colleague?; predecessor?; reassess?; reevaluat?; re! evaluat?; reconsider?; second look|time|opinion?; first|last "
        "time?; change of mind?; same result|conclusion|view|verdict?; object?; deserv?; overly?; starting point?; reference point?; baseline?; "
        "remain?; keep!?; keeps?; others?; other judge|reviewer|verdict|opinion?; objection?; complain?; reaffirm?; stands?; that "
        "verdict|score|rating|judgement?; as! before?; shared?; share?",
        "de": "fruher|vorherig|vorig|erste|vorangegangen|bisherig bewertung|urteil|note|prufung|einschatzung|begutachtung|ergebnis; bereits|zuvor|fruher "
        "bewertet|vergeben|beurteilt; anker; fruher|vorherig|vorig|erste|ersten|bisherig|letzt "
        "prufer|gutachter|bewerter|wertung|votum|entscheidung|beurteilung; bereits|schon|zuvor|fruher einmal|mal|so|als|mit "
        "bestanden|durchgefallen|gepruft|benotet|bewertet|begutachtet; vorgangig; anderem|anderen ergebnis|schluss; fruher?; vorher?; vorherig?; "
        "bereits?; zuvor?; schon einmal?; schon mal",
        "fr": "precedent|anterieur|ancien|premier evaluation|note|verdict|avis|jugement|examen|resultat; evaluation|note|verdict|avis|jugement|examen "
        "precedent|anterieur; deja|auparavant recu|note|evalue|juge; ancrage; premier|precedent|precedente|autre "
        "evaluateur|examinateur|correcteur|juge|relecteur|evaluation|decision; evaluateur|examinateur|correcteur|juge|decision "
        "precedent|anterieur; note|verdict|avis|jugement|evaluation|decision deja; deja "
        "attribu|donn|rendu|prononc|valid|accept|rejet|note|juge|examin; auparavant?; deja?; precedent?; anterieur?; premier?; avant!?",
        "es": "anterior|previ|primer|pasad evaluacion|nota|veredicto|revision|juicio|calificacion|puntuacion; "
        "evaluacion|nota|veredicto|revision|juicio|calificacion|puntuacion anterior|previ; ya|antes evaluad|recibi|calificad; ancla; "
        "primer|anterior|otro|previo evaluador|revisor|juez|corrector|decision|dictamen; evaluador|revisor|juez|corrector|decision|dictamen "
        "anterior|previ; ya|antes aprobad|rechazad|revisad|valorad|puntuad|juzgad; nota|calificacion|puntuacion|veredicto|revision ya|dada; "
        "antes!?; ya!?; anterior?; previ?; primer?",
    },
    "stated_consequence": {
        "en": "lenien; repercussion; livelihood; author|writer career|job|fate; consequence?; job!?; harm?; people will|may|could|would|come?; stake?; "
        "safety?; risk?; fate?; strict?; careful?; cautio?; career?; fault?; "
        "author|writer|person|employee|someone|somebody|anyone|nobody|colleague|be|being|get|gets|getting|gotten|him|her|them "
        "dismissed|dismissal|fired|sacked|firing|sacking; dismissing|firing|sacking author|writer|person|someone|somebody|anyone|them|him|her; "
        "lose|losing|loses|lost job|position|post|livelihood|work|their|his|her; job!|jobs|career|livelihood|position depends|risk|stake|loss; "
        "author|writer career|job|fate|livelihood|position; consequence|outcome|effect of! "
        "verdict|judgement|judgment|decision|label|pass|fail|my|rating|grading|assessment; consequence for "
        "author|writer|me|people|others|him|her|them; possible|potential|stated|threatened|alleged|these|such|any|real|serious|described|named "
        "consequence|repercussion; stakes mentioned|named|high|higher|involved|are|described|given; what|whatever "
        "happen|happens|might|may|follows|becomes; cost|costs|costing author|writer|them|him|her|dearly|job|position|career|someone|somebody; if! "
        "i! am wrong|mistaken; if! i! wrong|err; strict|stricter|high|higher standard|bar; people|someone|somebody|others|anyone|users "
        "come|could|may|might|get|be to|come|harmed|hurt|die|injured|suffer if|later|found; err!|erring side|caution; threat of|to|that; "
        "severe|harsh|grave outcome|result|consequence; pity; mercy; sympath; compassion; guilt; punish; penal; responsib; blood on; threat?; "
        "dismiss?; fired?; harm people|someone|others|anyone?; cost?; employ?; happen?; dear!|dearly?; caut?; cautious?; lives?; danger?; benefit "
        "of doubt?; severe?; standard?; author?; writer?; wrong?; later?; hurt?; outcome?; at stake; people will|may|could|would|come to "
        "harm|die|suffer; people come harm; employment?; on! me!?; wave|waved through?; hang|hangs|hinge on?; unemploy?; injur?; victim?; safe "
        "side?; sorry?; conscience?; blame?; liab?; accountab?; generous?; tough?; hesita?; doubt?; afraid?; worr?; fear?; future?; on the line?; "
        "price?; pay!?; pays?; ruin?; suffer?; save?; spare?; harsh?; grave?; too much?; bad! for?; fair to?; somebody?; worker?; staff?; weigh?",
        "de": "entlass; arbeitsplatz; nachsicht; karriere; konsequenz?; folge?; folgen?; schaden?; gefahr?; menschen zu|konnten|werden?; risiko?; "
        "vorsicht?; streng?; kundig?; konsequenz|folge|folgen fur|des|meines|der autor|verfasser|urteil|menschen|bewertung; verfasser|autor "
        "gekundigt|entlassen|kundig|verlier; stelle|job|arbeit verlier; menschen zu schaden; auf! dem spiel; strenger massstab; mitleid; "
        "drohung|drohend",
        "fr": "licenci; indulgen; enjeu; carriere; consequence?; renvoy?; emploi?; poste?; nuire?; mal!?; danger?; risque?; prudence?; prudent?; sever?; "
        "securite?; consequence pour|sur|du|de auteur|jugement|verdict|note|gens|personnes; auteur renvoy|licenci|perd; perdre|perde "
        "emploi|poste|travail; mise en danger; en jeu; menace; pitie; si je me; consequences?",
        "es": "desped; despid; trabajo! de; indulgen; carrera; consecuencia?; empleo?; dano?; peligro?; riesgo?; cautel?; estrict?; sever?; seguridad?; "
        "consecuencia para|de|del autor|juicio|veredicto|nota|personas; autor despid|despedid|pierd; perder|pierda empleo|trabajo|puesto; en "
        "juego; amenaza; lastima; si me equivoco; consecuencias?",
    },
}  # fmt: skip
"""By probe and language."""
