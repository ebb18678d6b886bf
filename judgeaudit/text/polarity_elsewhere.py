"""Words of `polarity` in European languages other than English, as data.

Entries are words, beginnings of words ("richtig*") and phrases with "_" for a blank; `common` tells the language of a clause.
"""

from __future__ import annotations

GERMAN = {
    "common": "der die das ist sind und nicht wird wurde werden ein eine einen den dem des es sie zu im mit auf für von hat antwort frist keine kriterium",
    "good": """richtig* korrekt* genau präzis* vollständig* klar* deutlich* verständlich* höflich* freundlich* sicher* hilfreich* relevant* passend* angemessen*
        ausreichend* ausführlich* knapp* besser* beste* gut gute* stimmt stimmen erfüllt erfüllen bestanden einwandfrei* fehlerfrei* treu getreu*
        überzeug* schlüssig* nachvollziehbar* belegt* sachlich* zutreffend* trifft_zu eingehalten beantwortet* gelungen* perfekt* eindeutig* fundiert*
        logisch* zuverlässig* respektvoll* professionell* lesbar* sauber* effizient* wortgetreu* sinngetreu* unbedenklich* harmlos* löst hält_die
        hält_sich""",
    "bad": """falsch* fehlerhaft* inkorrekt* ungenau* unvollständig* unklar* unverständlich* unhöflich* unfreundlich* unsicher* gefährlich* schädlich*
        irrelevant* unpassend* unangemessen* ungenügend* unzureichend* mangelhaft* schlecht* schwach* verwirrend* irreführend* erfunden* unbelegt*
        widerspricht verletzt verstößt überschreitet verfehlt langatmig* weitschweifig* überflüssig* redundant* durchgefallen schroff* beleidigend* vage*
        lückenhaft* oberflächlich* scheitert missachtet am_thema_vorbei unerfüllt* veraltet* holprig* unbegründet* unzutreffend* nachlässig* riskant*
        widersprüchlich* unlogisch* schlimm* schlechter* zu_lang zu_kurz zu_vage""",
    "fault": """fehler* irrtum* irrtümer* mangel mängel* widersprüche* widerspruch* halluzination* ungenauigkeit* lücke* schwäche* verstoß*
        verstöße* tippfehler*""",
    "topic": "risik* gefahr* problem* bug bugs",
    "has": """nennt nennen genannt* enthält enthalten gibt_an angegeben* liefert zitiert bietet erwähnt* erwähnen verweist aufgeführt* beschreibt umfasst
        verwendet angibt""",
    "about": "erklärt erläutert behandelt korrigiert* behebt behoben erkennt erkannt warnt weist_auf geht_auf berücksichtigt* begründet entschuldigt",
    "miss": """fehlt fehlen fehlend* weggelassen* lässt_weg ausgelassen* übersieht übersehen ignoriert* vergisst vergessen vernachlässigt*
        unerwähnt verschweigt""",
    "not": "nicht kein keine keinen keinem keiner keines nie niemals nichts weder noch kaum keineswegs nirgends niemand",
    "lacks": "ohne mangelt_es versäumt versäumt_es", "free": "frei_von vermeidet", "less": "weniger", "too": "zu_sehr allzu", "half": "teilweise",
    "only": "nur lediglich bloß", "must": "muss müssen soll sollte sollten müsste verlangt fordert", "when": "wenn falls", "whether": "ob",
    "wish": "hätte hätten könnte_besser könnte_klarer wäre_besser", "but": "aber jedoch allerdings doch sondern", "so": "also daher deshalb somit folglich",
    "aside": "obwohl weil während trotz obgleich", "except": "außer abgesehen_von", "and": "und",
    "skip": "nicht_nur kein_zweifel ohne_zweifel nichts_als",
}  # fmt: skip
DUTCH = {
    "common": "het een van is zijn en niet wordt worden de dat met op voor aan antwoord geen criterium in te ook heeft",
    "good": """correct* juist juiste goed goede nauwkeurig* precies volledig* duidelijk* helder* begrijpelijk* beleefd* vriendelijk* veilig* nuttig* behulpzaam*
        relevant* passend* voldoende voldoet beknopt* bondig* beter betere beste klopt kloppen voldaan geslaagd foutloos* overtuigend* logisch*
        samenhangend* betrouwbaar* onderbouwd* volgt gepast* eerlijk* professioneel* getrouw* leesbaar* perfect* uitstekend* beantwoordt compleet*
        gedetailleerd* sterk*""",
    "bad": """onjuist* incorrect* fout foute verkeerd* onnauwkeurig* onvolledig* onduidelijk* onbegrijpelijk* onbeleefd* onvriendelijk* onveilig* gevaarlijk*
        schadelijk* irrelevant* ongepast* onvoldoende slecht* zwak* verwarrend* misleidend* verzonnen ononderbouwd* tegenstrijdig* overschrijdt schendt
        langdradig* overbodig* gezakt faalt mislukt vaag vage bot botte slechter* oppervlakkig* onlogisch* te_lang te_kort te_vaag onbeantwoord*
        gebrekkig* onbetrouwbaar*""",
    "fault": "fouten vergissing* tekortkoming* tegenstrijdigheid* hallucinatie* onjuistheid* gebrek gebreken onnauwkeurigheid* typefout*",
    "topic": "risico* gevaar* probleem problemen bug bugs",
    "has": "noemt noemen genoemd* vermeldt vermeld vermelden bevat bevatten geeft gegeven biedt citeert verwijst beschrijft opgenomen",
    "about": "verklaart legt_uit behandelt corrigeert herstelt herkent waarschuwt wijst_op gaat_in_op verbetert",
    "miss": "ontbreekt ontbreken ontbrekend* weggelaten laat_weg mist negeert vergeet vergeten overgeslagen slaat_over",
    "not": "niet geen nooit niets niemand noch nauwelijks nergens amper", "lacks": "zonder verzuimt verzuimt_te", "free": "vrij_van vermijdt",
    "less": "minder",
    "too": "al_te overdreven", "half": "gedeeltelijk deels", "only": "alleen slechts enkel", "must": "moet moeten zou_moeten dient vereist",
    "when": "als indien",
    "whether": "of_het", "wish": "had_moeten had_kunnen kon_beter zou_beter", "but": "maar echter toch", "so": "dus daarom derhalve",
    "aside": "hoewel omdat terwijl ondanks", "except": "behalve afgezien_van", "and": "en", "skip": "niet_alleen geen_twijfel zonder_twijfel",
}  # fmt: skip
FRENCH = {
    "common": "le la les des du est sont et une un dans pas ne que qui pour sur réponse elle il avec l' d' n' au aux ce cette critère sans",
    "good": """correct* exact* juste justes précis* complet* complète* clair* claire* compréhensible* poli polie polis poliment courtois* aimable* sûr sûre
        utile* pertinent* approprié* adéquat* suffisant* concis* bref brève détaillé* meilleur* mieux bon bonne bons bonnes bien respecté* respecte
        satisfait* rempli* remplit conforme* fidèle* cohérent* logique* convaincant* fiable* justifié* étayé* réussi* valide* excellent* parfait* fluide*
        professionnel* honnête* solide* répond correspond sans_faute""",
    "bad": """incorrect* inexact* faux fausse* erroné* imprécis* incomplet* incomplète* confus* ambigu* incompréhensible* impoli* impolie grossier*
        désagréable* dangereux dangereuse* nuisible* nocif* inutile* hors_sujet inapproprié* inadéquat* insuffisant* mauvais* pire moins_bon trompeu*
        inventé* infondé* contradictoire* contredit viole enfreint dépasse échoue échoué* verbeux redondant* superflu* vague* superficiel* faible*
        incohérent* illogique* obscur* sec_et maladroit* invalide* trop_long* trop_court* trop_vague* obsolète* injustifié* non_conforme non_respecté*
        médiocre* bâclé*""",
    "fault": "erreur* faute* contradiction* hallucination* inexactitude* omission* oubli lacune* défaut* coquille* faiblesse*",
    "topic": "risque* danger dangers problème* bug bugs bogue*",
    "has": """mentionne* mentionné* indique indiqué* contient cite cité* fournit fourni* donne donné* inclut précise nomme nommé* comporte présente propose
        aborde décrit""",
    "about": "explique* corrige* corrigé* identifie signale avertit traite reconnaît détecte tient_compte",
    "miss": "manque* manquant* omet omettent omis* oublie oublié* ignore ignoré* néglige* passe_sous absent* fait_défaut",
    "not": "ne n' non aucun aucune jamais rien ni nul nulle", "lacks": "sans dépourvu* échoue_à omet_de", "free": "exempt* évite", "less": "moins",
    "too": "trop excessivement", "half": "partiellement", "only": "seulement uniquement", "must": "doit doivent devrait devraient faut exige demande",
    "when": "si s'",
    "wish": "aurait auraient pourrait_être aurait_dû gagnerait", "but": "mais cependant toutefois pourtant néanmoins", "so": "donc ainsi par_conséquent",
    "aside": "bien_que quoique parce_que car malgré tandis_que alors_que", "except": "sauf hormis excepté à_part", "and": "et",
    "skip": "non_seulement sans_doute aucun_doute sans_aucun_doute pas",
}  # fmt: skip
SPANISH = {
    "common": "el la los las es son y una un en no que se del al por con para respuesta está lo su como más sin criterio ni muy",
    "good": """correct* exact* precis* complet* clar* claramente comprensible* cortés educad* amable* segur* útil útiles relevante* pertinente* adecuad*
        apropiad* suficiente* concis* breve* detallad* mejor* bueno buena buenos buenas buen bien cumple cumplen cumplid* satisface* conforme* fiel*
        coherente* lógic* convincente* fiable* justificad* fundamentad* aprobad* aprueba válid* excelente* perfect* fluid* profesional* honest* verdader*
        responde acierta acertad* respetuos* verificad*""",
    "bad": """incorrect* inexact* fals* erróne* equivocad* imprecis* incomplet* confus* ambigu* incomprensible* descortés grosser* maleducad* peligros* dañin*
        insegur* inútil* irrelevante* inadecuad* inapropiad* insuficiente* mal mala malo malos malas peor* engañ* inventad* infundad* contradictori*
        contradice viola infringe incumpl* excede supera_el falla falló reprobad* suspende suspenso verbos* redundante* superflu* vag* superficial*
        débil* incoherente* ilógic* inválid* desactualizad* deficiente* fuera_de_tema demasiado_larg* demasiado_cort* brusc* obsolet* injustificad*
        torpe*""",
    "fault": """error errores falta_de fallo fallos contradicción contradicciones alucinación alucinaciones inexactitud* omisión omisiones defecto* errata*
        equivocación*""",
    "topic": "riesgo* peligro peligros problema*",
    "has": """menciona* mencionad* indica* indicad* contiene* cita citad* proporciona* ofrece* incluye* incluid* nombra* nombrad* especifica* presenta*
        describe*""",
    "about": "explica* corrige* corregid* identifica* señala* advierte* aborda* reconoce* detecta* trata",
    "miss": "falta faltan omite* omitid* olvid* ignora* ignorad* ausente* carente* pasa_por_alto deja_fuera",
    "not": "no nunca jamás nada ningún ninguna ninguno ni tampoco apenas", "lacks": "sin carece* deja_de", "free": "libre_de evita* exent*", "less": "menos",
    "too": "demasiado excesivamente", "half": "parcialmente", "only": "solo sólo solamente únicamente",
    "must": "debe deben debería deberían tiene_que exige pide", "when": "si",
    "wish": "habría podría_ser podría_mejorar hubiera debería_haber", "but": "pero sin_embargo aunque_no sino",
    "so": "entonces así_que por_tanto por_lo_tanto",
    "aside": "aunque porque mientras a_pesar", "except": "salvo excepto", "and": "y e", "skip": "no_solo no_sólo sin_duda no_hay_duda",
}  # fmt: skip
ITALIAN = {
    "common": "il lo la gli le è sono e una un non che di del della per con risposta nel nella si dei al più l' criterio senza alla ma i",
    "good": """corrett* esatt* precis* complet* chiar* comprensibil* cortes* gentil* educat* sicur* util* pertinent* rilevant* adeguat* appropriat* sufficient*
        concis* dettagliat* miglior* meglio buon* bene soddisf* rispettat* rispetta conform* fedel* coerent* logic* convincent* affidabil* giustificat*
        fondat* valid* eccellent* perfett* scorrevol* professional* onest* ver_ superat* promoss* risponde""",
    "bad": """scorrett* errat* sbagliat* inesatt* fals* imprecis* incomplet* confus* ambigu* incomprensibil* scortes* maleducat* pericolos* dannos* insicur*
        inutil* irrilevant* inadeguat* inappropriat* insufficient* cattiv* pessim* peggio* fuorviant* inventat* infondat* contraddittori* contraddic*
        viola eccede fallisce fallit* prolisso prolissa ridondant* superflu* vag* superficial* debol* incoerent* illogic* bocciat* obsolet* fuori_tema
        troppo_lung* troppo_brev* incorrett* poco_chiar* brusc*""",
    "fault": "errore errori sbaglio sbagli contraddizion* allucinazion* inesattezz* omission* difett* lacun* mancanz* refus*",
    "topic": "rischi* pericolo pericoli problem*",
    "has": """menziona* menzionat* indica* indicat* contien* contengono cita citat* fornisc* fornit* offre include* inclus* nomina* nominat* specifica*
        presenta riporta riportat* descriv*""",
    "about": "spiega* corregg* identifica* segnala* avverte affronta* riconosc* rileva* tratta",
    "miss": "manca mancan* omette omess* dimentica* ignora* ignorat* tralascia* trascura* assent*",
    "not": "non mai niente nulla nessun nessuna nessuno né neanche", "lacks": "senza priv* manca_di", "free": "privo_di_error evita esent*", "less": "meno",
    "too": "troppo eccessivamente", "half": "parzialmente", "only": "solo soltanto solamente",
    "must": "deve devono dovrebbe dovrebbero chiede richiede bisogna", "when": "se",
    "wish": "avrebbe potrebbe_essere avrebbero", "but": "ma però tuttavia bensì", "so": "quindi dunque perciò pertanto",
    "aside": "sebbene perché mentre nonostante anche_se",
    "except": "tranne eccetto salvo a_parte", "and": "e ed", "skip": "non_solo senza_dubbio",
}  # fmt: skip
PORTUGUESE = {
    "common": "o os as é são e uma um não que em do da dos das no na por com para resposta está ao se mais critério sem foi muito ou nem a",
    "good": """corret* correct* exat* precis* complet* clar* compreensíve* cortês educad* gentil* segur* útil úteis relevante* pertinente* adequad* apropriad*
        suficiente* concis* breve* detalhad* melhor* bom boa bons boas bem cumpre* cumprid* atende* atendid* satisfaz* conforme* fiel fiéis coerente*
        lógic* convincente* confiáve* justificad* fundamentad* aprovad* válid* excelente* perfeit* fluente* profission* honest* verdadeir* responde
        acert* respeitos*""",
    "bad": """incorret* errad* errône* inexat* fals* imprecis* incomplet* confus* ambígu* incompreensíve* rude* grosseir* mal-educad* perigos* prejudicia*
        insegur* inútil* irrelevante* inadequad* inapropriad* insuficiente* mau má maus mal ruim ruins pior* engano* inventad* infundad* contraditóri*
        contradiz viola excede descumpr* falha falhou reprovad* prolix* redundante* supérflu* vag* superficial* frac* incoerente* ilógic* inválid*
        desatualizad* fora_do_tema demasiado_long* muito_long* enganos*""",
    "fault": "erro erros contradiç* alucinaç* inexatid* omissão omissões defeito* lacuna* equívoco* falhas engano",
    "topic": "risco* perigo perigos problema*",
    "has": """menciona* mencionad* indica* indicad* contém contêm cita citad* fornece* oferece* inclui* incluíd* nomeia* especifica* apresenta* descreve*
        informa*""",
    "about": "explica* corrige* corrigid* identifica* sinaliza* alerta* aborda* reconhece* detecta* trata",
    "miss": "falta faltam faltando omite* omitid* esquece* ignora* ignorad* ausente* negligencia* deixa_de_fora",
    "not": "não nunca jamais nada nenhum nenhuma ninguém nem", "lacks": "sem carece* deixa_de deixou_de", "free": "livre_de evita* isent*", "less": "menos",
    "too": "demasiado excessivamente demais", "half": "parcialmente", "only": "apenas somente só",
    "must": "deve devem deveria deveriam precisa exige pede", "when": "se",
    "wish": "teria poderia_ser poderia_ter deveria_ter", "but": "mas porém contudo todavia", "so": "portanto logo então por_isso",
    "aside": "embora porque enquanto apesar", "except": "exceto salvo", "and": "e", "skip": "não_só não_apenas não_somente sem_dúvida",
}  # fmt: skip
POLISH = {
    "common": "jest są nie i w na z do że się odpowiedź to dla o od po jak jest_to lub ale kryterium zostało a bez",
    "good": """poprawn* prawidłow* dokładn* precyzyjn* kompletn* jasn* zrozumiał* uprzejm* grzeczn* życzliw* bezpieczn* pomocn* użyteczn* trafn* istotn*
        odpowiedni* właściw* wystarczając* zwięz* szczegółow* lepsz* lepiej najlepsz* dobr* spełnia spełnion* zgodn* wiern* spójn* logiczn* przekonując*
        wiarygodn* uzasadnion* zaliczon* bezbłędn* doskonał* płynn* profesjonaln* rzeteln* słuszn* poparte poparta odpowiada""",
    "bad": """błędn* niepoprawn* nieprawidłow* niedokładn* nieprecyzyjn* niekompletn* niejasn* niezrozumiał* nieuprzejm* niegrzeczn* niebezpieczn* szkodliw*
        nieprzydatn* nieistotn* nieodpowiedni* niewłaściw* niewystarczając* gorsz* gorzej najgorsz* zły zła złe źle słab* mylą* wprowadza_w_błąd zmyślon*
        nieuzasadnion* sprzeczn* narusza przekracza łamie niespełnion* niezaliczon* rozwlek* zbędn* ogólnikow* powierzchown* niespójn* nielogiczn*
        fałszyw* oschł* opryskliw* nieaktualn* niewiarygodn* zawodzi""",
    "fault": "błąd błędy błędu błędów pomyłk* sprzecznoś* halucynacj* nieścisłoś* brak_spójności usterk* niedociągnię* luk luki",
    "topic": "ryzyk* zagroże* problem*",
    "has": "wymienia* wymienion* podaje* podan* zawiera* wspomina* wspomnian* cytuje* określa* oferuje* przedstawia* opisuje*",
    "about": "wyjaśnia* poprawia* naprawia* wskazuje* ostrzega* omawia* uwzględnia* rozpoznaje*",
    "miss": "brakuje pomija* pominięt* ignoruje* zapomina* przeocz*", "not": "nie nigdy nic żaden żadna żadne żadnych żadnego ani nikt", "lacks": "bez brak",
    "free": "wolna_od wolny_od unika", "less": "mniej", "too": "zbyt za_bardzo", "half": "częściowo", "only": "tylko jedynie wyłącznie",
    "must": "musi muszą powinna powinien powinno wymaga",
    "when": "jeśli jeżeli gdyby", "whether": "czy", "wish": "mogłaby mógłby powinna_była", "but": "ale jednak lecz natomiast", "so": "więc zatem dlatego",
    "aside": "chociaż choć ponieważ mimo podczas_gdy", "except": "oprócz poza_tym", "and": "i oraz", "skip": "nie_tylko bez_wątpienia",
}  # fmt: skip
RUSSIAN = {
    "common": "не и в на с что это ответ он она для от по как но из к за или критерий без",
    "good": """правильн* верн* верен корректн* точн* точен полн* полон ясн* понятн* вежлив* дружелюбн* безопас* полезн* релевант* уместн* подходящ* достаточн*
        краток кратк* подробн* лучш* хорош* удовлетвор* выполнен* выполня* соблюда* соблюд* соответств* логич* последовательн* убедительн* надёжн*
        надежн* обоснован* зачтен* зачтён* безупречн* отличн* грамотн* честн* достоверн* справля* подтвержд*""",
    "bad": """неправильн* неверн* некорректн* неточн* неполн* неясн* непонятн* невежлив* груб* опасн* небезопасн* вредн* бесполезн* нерелевант* неуместн*
        неподходящ* недостаточн* хуж* плох* слаб* запутан* вводит_в_заблуждение вымышлен* выдуман* необоснован* противоречив* противореч* наруша*
        нарушен* превыша* не_по_теме многослов* избыточн* лишн* ошибочн* расплывчат* поверхностн* нелогичн* ложн* провал* незачет* незачёт* сух* резк*
        устаре* неубедительн*""",
    "fault": "ошибка ошибки ошибок ошибку ошибками опечат* противоречие противоречия противоречий галлюцинац* неточност* недочет* недочёт* пробел*",
    "topic": "риск* опасност* проблем*",
    "has": "упомина* упомянут* указан* указыва* содерж* приводит приведен* приведён* называ* назван* цитиру* дает даёт включа* описыва* перечисл*",
    "about": "объясня* исправля* исправлен* предупрежда* рассматрива* учитыва* распозна* отмеча*",
    "miss": "отсутству* упуска* упущен* пропуска* пропущен* опуска* опущен* игнориру* забыва*", "not": "не ни нет никогда ничего никак никаких ничто никакой",
    "lacks": "без лишён* лишен* не_хватает недостает", "free": "избегает", "less": "менее меньше", "too": "слишком чересчур", "half": "частично",
    "only": "только лишь",
    "must": "должен должна должно должны следует требует нужно", "when": "если", "whether": "ли", "wish": "мог_бы могла_бы следовало_бы было_бы_лучше",
    "but": "но однако зато", "so": "поэтому значит следовательно", "aside": "хотя потому_что несмотря поскольку", "except": "кроме за_исключением",
    "and": "и",
    "skip": "не_только без_сомнения несомненно",
}  # fmt: skip
