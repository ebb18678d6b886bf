"""Words by which a rationale names what a probe brought in, in four languages (ours)."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "de", "fr", "es")

CUES: Mapping[str, Mapping[str, str]] = {
    "position": {
        "en": "order of|in; shown|listed|presented|placed|appear|came|comes first|second|last; first|second position|place|slot; position of|bias",
        "de": "reihenfolge; zuerst|zuletzt gezeigt|genannt|gelistet|steh; erste|zweite|letzte stelle|position",
        "fr": "ordre de|d|des|dans; presente|montre|place|liste premier|second|dernier; premiere|seconde|derniere position|place",
        "es": "orden de|en; presentad|mostrad|listad primer|segund|ultim; primera|segunda|primer|segundo|ultimo posicion|lugar",
    },
    "label_order": {
        "en": "order of|in; listed|shown|named|first|last label|option|choice; label|option|choice listed|shown|named first|last",
        "de": "reihenfolge; zuerst|zuletzt genannt|gelistet|steh; erste|letzte option|label|antwortmoglichkeit",
        "fr": "ordre de|d|des; premiere|derniere option|etiquette; cite|liste premier|dernier",
        "es": "orden de; primera|ultima opcion|etiqueta; listad|nombrad primer|ultim",
    },
    "label_names": {
        "en": "name|naming label|option|choice; label|option|choice named|called|name; letter a!|b!",
        "de": "name|bezeichnung label|option; label|option heiss|genannt|bezeichn; buchstabe",
        "fr": "nom etiquette|option|label; etiquette|option|label nomme|appele; lettre a!|b!",
        "es": "nombre etiqueta|opcion; etiqueta|opcion llamad|nombrad; letra a!|b!",
    },
    "rubric_wording": {
        "en": "wording; worded; phrasing; phrased; formulat question|criteri; reworded; rephras",
        "de": "wortlaut; formulier frage|kriteri; frage|kriteri formulier; formulierung",
        "fr": "formul question|critere; question|critere formul; libelle",
        "es": "formul pregunta|criterio; pregunta|criterio formul; redaccion; enunciad",
    },
    "verbosity": {
        "en": "pad!; padded; padding; filler; verbos; wordy; wordiness; length; longer; longest; long! response|answer|reply|winded; redundan; repeat; repetit; "
        "duplicat; twice; unnecessar; superfluous; boilerplate; pleasantr; extra sentence|text|word|material; thorough?; elaborat?; detailed?; in! depth?; "
        "comprehensive?; thanks; thank you",
        "de": "fullsatz; fullwort; fulltext; weitschweif; wortreich; langatmig; ausfuhrlich?; lange|langer|langere antwort|text; redundan; wiederhol; doppelt; "
        "zweimal; uberfluss; unnotig; floskel; detaillier?; umfassend?; grundlich?; aufgeblah",
        "fr": "verbeu; remplissage; longueur; longue|long! reponse|texte; plus long|longue; redondan; repet; repris; deux fois; inutile; superflu; detaill?; "
        "complet|complete reponse|developpement?; approfondi?; exhausti?; bavard; formule politesse",
        "es": "verbos; relleno; larga|largo respuesta|texto; mas! larg; longitud; extens; redundan; repet; repit; duplicad; dos! veces; innecesari; superflu; "
        "detallad?; exhaustiv?; completa|completo explicacion|respuesta?; cortesia",
    },
    "formatting": {
        "en": "format; markdown; bullet; heading; header; list!?; lists?; listed?; itemi; bold; structur?; layout; organi?; plain text; numbered; section; readab; visual",
        "de": "format; markdown; aufzahl; stichpunkt; uberschrift; liste; fett; struktur; gliederung; gegliedert; ubersichtlich; layout; lesbar; nummerier",
        "fr": "format; mise page|forme; markdown; puce; titre; liste; gras; structur; organis; lisib; numerot",
        "es": "format; markdown; vineta; encabezad; titulo; lista; negrit; estructur; organiz; legib; numerad; maquetacion",
    },
    "authority": {
        "en": "hallstrom; okafor; professor; expert; specialist; citation; cites; cited; citing; source; reference; journal; study; publi; paper; research; "
        "literature; authorit; confirmed by; checked by; verified by; credential; scholar",
        "de": "hallstrom; okafor; professor; expert; fachleut; fachkraft; spezialist; quelle; zitat; zitier; beleg; literatur; studie; zeitschrift; journal; "
        "autoritat; bestatigt durch|von; gepruft durch|von; veroffentlich",
        "fr": "hallstrom; okafor; professeur; expert; specialist; source; citation; cite; cite!; reference; revue; etude; publi; article; autorite; confirme par; "
        "verifie par; litterature",
        "es": "hallstrom; okafor; profesor; expert; especialist; fuente; cita; citad; referencia; revista; estudio; publica; articulo; autoridad; "
        "confirmad por; revisad por; literatura",
    },
    "bandwagon": {
        "en": "majority; most people|others|reviewers|respondents|raters; people|others gave|think|thought|agree|voted|rated|said|judged|asked; consensus; popular; "
        "90!; others; public opinion; crowd; survey",
        "de": "mehrheit; meisten menschen|leute|personen|befragten; andere menschen|leute|personen; befragt; konsens; 90!; umfrage; ubereinstimmend",
        "fr": "majorite; plupart gens|personnes; autres personnes|avis; consensus; 90!; personnes interrogees; sondage; opinion des|generale",
        "es": "mayoria; demas personas; otras personas|opiniones; gente; consenso; 90!; encuestad; encuesta; personas consultadas|preguntadas",
    },
    "sentiment": {
        "en": "tone; cheer; happy; happi; enthusias; friendl; warm; positiv attitude|tone; emotion; sentiment; angry; anger; annoy; irritat; rude; hostil; "
        "impatien; frustrat; exclam; unprofession; polite; wonderful; pleasant; attitude",
        "de": "tonfall; ton!; frohlich; freundlich; begeister; herzlich; emotion; gefuhl; stimmung; arger; verarger; gereizt; unhoflich; hoflich; feindselig; "
        "ungedul; frustr; unprofessionell; freude; freut; wunderbar; genervt",
        "fr": "ton!; joyeu; enthousias; chaleureu; amical; emotion; sentiment; colere; enerv; agace; irrit; impoli; poli!; hostil; impatien; frustr; "
        "peu professionnel; heureu; merveilleu; aimable",
        "es": "tono; alegr; entusias; amable; cordial; calid; emocion; sentimiento; enoj; enfad; molest; irrit; grosero; descort; hostil; impacien; frustr; "
        "poco profesional; feliz; maravill",
    },
    "compassion_fade": {
        "en": "gpt|gpt4|gpt5; tinychat; model! name|is|was|that|which; written|authored|generated|produced by; author; large! model|language; small! model; capable model; 125m; "
        "famous; well! known; reput; obscure; creator",
        "de": "gpt|gpt4|gpt5; tinychat; sprachmodell; modell; verfasser; autor; geschrieben|erzeugt|verfasst von|durch; 125m; bekannt modell; ruf!",
        "fr": "gpt|gpt4|gpt5; tinychat; modele; auteur; ecrit|genere|produit par; 125m; reputation",
        "es": "gpt|gpt4|gpt5; tinychat; modelo; autor; escrit|generad|producid por; 125m; reputacion",
    },
    "refinement": {
        "en": "revis; draft; refin; improved version; second version; rework; updated version; gone|went over; earlier|previous|prior version; edited; polish",
        "de": "uberarbeit; entwurf; verbessert fassung|version; revidier; fassung; uberpruft vom|durch autor; nachgebessert",
        "fr": "revis; brouillon; version amelioree|corrigee|revue|revisee|precedente; retravaill; relu!; relue; premiere version|ebauche; ebauche",
        "es": "revis; borrador; version mejorada|corregida|anterior|revisada; retocad; pulid; primera version",
    },
    "distraction": {
        "en": "irrelevan; unrelated; aside; tangent; digress; off! topic; distract; besides the point; beside the point; random; out of place; weather",
        "de": "irrelevan; unpassend; nebensach; abschweif; ablenk; thema verfehl|vorbei; themafremd; ohne bezug; nichts zur sache",
        "fr": "sans rapport; hors sujet; digress; distra; hors propos; non pertinent; n a rien a voir",
        "es": "irrelevan; sin relacion; digres; distra; fuera tema|lugar; no! viene al caso; no! pertinente; ajen",
    },
    "fallacy": {
        "en": "circular; fallac; tautolog; begs; begging the question; logic; self! referential; because it says|claims; must be right; claims to be right|correct; "
        "asserts its own|that it; reasoning is flawed|faulty; confident; certain",
        "de": "zirkel; zirkular; kreisschluss; fehlschluss; tautolog; logik; logisch; selbstbezug; behauptet selbst|dass; muss richtig; selbstsicher",
        "fr": "circulaire; fallac; sophisme; tautolog; logique; petition de principe; forcement juste; s affirme|affirme elle; assur",
        "es": "circular; falac; tautolog; logic; peticion de principio; tiene que ser correct; afirma que|ser; segur",
    },
    "anchoring": {
        "en": "earlier|previous|prior|former|initial|past|first review|score|verdict|rating|grade|assessment|judg|evaluation|label|result; previously|earlier given|rated|"
        "scored|judged|received|assessed|graded; was given; had been given; anchor",
        "de": "fruher|vorherig|vorig|erste|vorangegangen|bisherig bewertung|urteil|note|prufung|einschatzung|begutachtung|ergebnis; bereits|zuvor|fruher bewertet|"
        "vergeben|beurteilt; anker",
        "fr": "precedent|anterieur|ancien|premier evaluation|note|verdict|avis|jugement|examen|resultat; evaluation|note|verdict|avis|jugement|examen "
        "precedent|anterieur; deja|auparavant recu|note|evalue|juge; ancrage",
        "es": "anterior|previ|primer|pasad evaluacion|nota|veredicto|revision|juicio|calificacion|puntuacion; evaluacion|nota|veredicto|revision|juicio|"
        "calificacion|puntuacion anterior|previ; ya|antes evaluad|recibi|calificad; ancla",
    },
    "stated_consequence": {
        "en": "consequence; dismiss; fired; lose job|their|his|her; job!; harm; people will|may|could|would|come; stake; safety; risk; fate; lenien; strict; "
        "careful; cautio; repercussion; career; livelihood; fault",
        "de": "konsequenz; folge; folgen; entlass; kundig; arbeitsplatz; schaden; gefahr; menschen zu|konnten|werden; risiko; vorsicht; nachsicht; streng; karriere",
        "fr": "consequence; licenci; renvoy; emploi; poste; nuire; mal!; danger; risque; prudence; prudent; indulgen; sever; enjeu; carriere; securite",
        "es": "consecuencia; desped; despid; empleo; trabajo! de; dano; peligro; riesgo; cautel; indulgen; estrict; sever; carrera; seguridad",
    },
    "answer_language": {
        "en": "language; english; german; french; spanish; translat; written in",
        "de": "sprache; englisch; deutsch; franzosisch; spanisch; ubersetz; geschrieben in|auf",
        "fr": "langue; anglais; allemand; francais; espagnol; tradui; traduc; ecrit en",
        "es": "idioma; lengua; ingles; aleman; frances; espanol; traduc; traduj; escrit en",
    },
    "null_answer": {
        "en": "empty; blank; no! answer|response|reply|content|text; missing response|answer|reply; nothing; absent; not answer|respond|provid?; omitted?",
        "de": "leer; kein antwort|inhalt|text|angabe; fehlt|fehlend; nichts; nicht beantwort|vorhanden; ohne inhalt",
        "fr": "vide; aucun reponse|contenu|texte; pas! de reponse|contenu; manqu; rien; absen; blanc",
        "es": "vaci; ningun respuesta|contenido|texto; sin respuesta|contenido|texto; falta; nada; ausen; blanco",
    },
    "constant_answer": {
        "en": "generic; template; does not answer|address|respond?; no! answer|specific; unrelated; irrelevan; off! topic; evasi; vague; boilerplate; placeholder; "
        "instruct; manipulat; evaluat instruct|prompt; nonsens; evad",
        "de": "generisch; allgemein; floskel; vorlage; beantwortet nicht; nicht beantwort; kein antwort|bezug; irrelevan; ausweich; vage; anweisung; manipul",
        "fr": "generique; modele type; ne repond pas; pas! repon; hors sujet; sans rapport; evasi; vague; instruction; manipul; passe partout",
        "es": "generic; plantilla; no! responde|contesta; sin relacion; irrelevan; evasiv; vago|vaga; instruccion; manipul",
    },
    "one_token": {
        "en": "only|just|merely|nothing|solely colon|period|punctuation|word|phrase|symbol|dot|heading|but|consist|contain; consist|contains of|only|just|nothing; colon; "
        "punctuation; single?; empty; blank; no! answer|response|reply|content|solution|reasoning; incomplete; not answer|respond|provid?; placeholder; thought process; "
        "step by step; missing",
        "de": "nur! ein|wort|zeichen|doppelpunkt|punkt; doppelpunkt; satzzeichen; leer; kein antwort|inhalt|losung; unvollstandig; nicht beantwort; fehlt; lediglich",
        "fr": "seul; deux points; ponctuation; vide; aucun reponse|contenu|solution; incomple; ne repond pas; manqu; uniquement; seulement",
        "es": "solo; dos puntos; puntuacion; vaci; ningun respuesta|contenido|solucion; sin respuesta|contenido; incomplet; no responde; falta; unicamente; solamente",
    },
    "injection": {
        "en": "instruct; inject; ignore?; manipul; prompt?; jailbreak; adversarial; attempt to|at?; hidden; invisible; embedded; trick; told to|me; tells|asks|request judge|"
        "evaluator|me|the?; tamper; suspicious; override; notes; fake; forged; json; verdict in|inside|within|that; material ends; as! requested|instructed|directed?",
        "de": "anweisung; instruktion; injektion; ignorier; manipul; prompt; versuch; versteckt; unsichtbar; aufforder; verlangt; betrug; gefalscht; wie verlangt|gefordert",
        "fr": "instruction; inject; ignor; manipul; prompt; tentative; tente; cache; invisible; consigne; demande d|de|au|a; falsifi; comme demande",
        "es": "instruccion; inyecc; ignor; manipul; prompt; intent; ocult; invisible; pide; orden!; solicita; falsific; como se pide|solicita|indica",
    },
}  # fmt: skip
"""By probe and language: entries apart by `;`. An entry is words that follow each other with at most two more between; each word is the beginning of one
(all of it where it has up to three letters, or ends in `!`), one of several (`|`), without accents and in small letters. Broad on purpose: what may name the cue is taken to name it. An entry that ends in `?` is what judges say anyway: it leaves the matter open."""

_GENERIC = (
    "about above after again also always answer answers because been before being both case check checked clear could does enough every first from give given "
    "gives good have here into judge just label like made make matter more most much must need needs note only other over part point question questions "
    "quite reason reasons response responses right said same says score should since some such sure take taken than that their them then there these they "
    "this those true verdict very well were what when where which while will with without words would your best "
    "aber alle alles also antwort auch auf aus bei dann dass dazu denn diese dieser dieses doch durch eine einen einer eines etwas frage fragen fur ganz gibt gut "
    "haben hier ihre immer ist kann kein keine man mehr mit nach nicht noch nur oder richtig sagt sagen schon sehr sein sich sind sie stelle stimmt uber und "
    "urteil viel von vor was weil wenn werden wie wird wurde zum zur "
    "ainsi alors apres aussi autre avec avant bien bon cela ces cette ceux chose comme dans dire donc elle elles encore entre etre fait faire juste leur mais "
    "meme moment note notre nous par parce pas peut plus point pour pourquoi quand que quel quelle question questions qui reponse reponses sans sera ses si "
    "sont sous sujet sur tel tout toute tres une verdict vers votre vous vrai "
    "ahora algo antes aqui asi asunto bien bueno buena como correcta correcto cosa cual cuando dar debe decir dentro desde donde ella ellas entre era esta este "
    "esto forma hace hacer hasta hay luego mas mejor mismo momento mucho muy nada otra otro para pero porque pregunta preguntas pueda puede que queda quien "
    "razon respuesta respuestas sea ser sin sobre solo son tal tambien tanto tener tiene todo toda una veredicto verdad"
)
GENERIC = frozenset(_GENERIC.split())
"""Words that every rationale has: they name no cue."""
