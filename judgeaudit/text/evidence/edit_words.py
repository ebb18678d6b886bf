"""Words whose change changes what a quote says, and words whose change does not."""

from __future__ import annotations

from judgeaudit.text import quantity_words
from judgeaudit.text.evidence.opposites import opposites

_FUNCTION_WORDS = (
    "a an the this that these those there here it its he she they them his her their theirs him we us our you your i me my mine who whom which what of in on "
    "at by for to from with into onto over as is are was were be been being am do does did done has have had having will would can could may might and or so "
    "then than but if also too very just really quite even still already yet such s t re ve ll d m about up out upon while when where whereas because since "
    "one ones own same other some any each both either etc now how why let get gets got going go please not no never more most all only must should shall "
    "der die das den dem des ein eine einen einem einer und oder ist sind war im in zu mit auf f\u00fcr von am an bei es er sie sich wird werden hat haben nicht "
    "le la les un une des du de et ou est sont \u00e0 au aux en dans par pour sur que qui se ce cette il elle ne pas plus "
    "el los las una unos y o es son al del con por para su sus lo no"
)
FUNCTION = frozenset(_FUNCTION_WORDS.split())
"""Words that weigh little: they stand anywhere."""

_NEGATIONS_WORDS = (
    "not no never none nothing nobody nowhere neither nor without cannot hardly barely scarcely rarely seldom "
    "nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne weder noch "
    "pas ne jamais rien aucun aucune sans ni personne "
    "ninguno ninguna ning\u00fan nunca jam\u00e1s nada nadie sin tampoco sino "
    "unable impossible unless except"
)
NEGATIONS = frozenset(_NEGATIONS_WORDS.split())
NEGATION_CJK = "\u4e0d\u6ca1\u6c92\u672a\u65e0\u7121\u975e\u522b\u52ff\u83ab"
"""Characters of Chinese (some of Japanese) that deny."""

_QUANTIFIERS = {
    "all": "all every each always entirely completely fully everyone everybody everything both alle jeder jede jedes immer tous toutes tout chaque toujours todos todas todo cada siempre",
    "most": "most mostly mainly usually generally typically meist meistens plupart mayor\u00eda",
    "some": "some several sometimes partly partially occasionally einige manche manchmal quelques certains parfois algunos algunas",
    "many": "many much often frequently viele oft beaucoup souvent muchos muchas menudo",
    "few": "few little fewer rarely seldom wenige selten peu pocos pocas",
    "only": "only merely solely just exclusively nur seulement uniquement s\u00f3lo solo solamente \u00fanicamente",
    "more": "more over above exceeding mehr plus m\u00e1s",
    "less": "less under below fewer weniger moins menos",
    "least": "least minimum mindestens",
    "any": "any anyone anybody anything",
}
QUANTIFIER = {word: group for group, words in _QUANTIFIERS.items() for word in words.split()}
"""Words that say how much or how many -> what they say."""
STRONG_QUANTIFIERS = frozenset(word for group in ("all", "most", "some", "few", "only") for word in _QUANTIFIERS[group].split()) - {
    "just", "some", "entirely", "fully", "completely", "both", "tout", "generally", "mainly", "solo", "little", "usually", "typically",
}  # fmt: skip
"""Quantifiers that may not be put in or left out."""

_MODALS = {
    "must": "must shall muss m\u00fcssen doit doivent debe deben mandatory required obligatory",
    "should": "should ought sollte sollten devrait devraient deber\u00eda deber\u00edan recommended advised",
    "may": "may might could can possibly perhaps maybe kann k\u00f6nnen k\u00f6nnte darf d\u00fcrfen peut peuvent pourrait puede pueden podr\u00eda optional allowed",
    "will": "will would wird werden",
}
MODAL = {word: group for group, words in _MODALS.items() for word in words.split()}

_OPPOSITES = """
increase/decrease increases/decreases increased/decreased increasing/decreasing rise/fall rises/falls rose/fell risen/fallen
rising/falling grow/shrink grew/shrank grows/shrinks raise/lower raises/lowers raised/lowered raise/reduce raises/reduces
raised/reduced increase/reduce increases/reduces increased/reduced up/down upward/downward upwards/downwards higher/lower
highest/lowest high/low more/less more/fewer most/least greater/smaller greater/less larger/smaller largest/smallest
large/small big/small bigger/smaller biggest/smallest long/short longer/shorter longest/shortest before/after earlier/later
early/late earliest/latest first/last former/latter previous/next prior/subsequent past/future old/new older/newer
older/younger oldest/newest old/young begin/end begins/ends began/ended beginning/end start/end starts/ends started/ended
start/stop starts/stops started/stopped start/finish open/close opens/closes opened/closed opening/closing open/closed
open/shut minimum/maximum min/max minimal/maximal minimise/maximise minimize/maximize allow/forbid allows/forbids
allowed/forbidden allow/prohibit allowed/prohibited allow/prevent allows/prevents allowed/prevented permit/prohibit
permitted/prohibited permit/deny permits/denies permitted/denied include/exclude includes/excludes included/excluded
including/excluding accept/reject accepts/rejects accepted/rejected accept/refuse accepts/refuses accepted/refused
accept/decline accepted/declined approve/reject approved/rejected approves/rejects grant/deny granted/denied grants/denies
enable/disable enables/disables enabled/disabled add/remove adds/removes added/removed adding/removing add/subtract
added/subtracted insert/delete inserted/deleted create/delete created/deleted create/destroy created/destroyed buy/sell
buys/sells bought/sold buyer/seller send/receive sends/receives sent/received sender/recipient give/take gives/takes gave/took
given/taken pay/receive borrow/lend win/lose wins/loses won/lost winner/loser pass/fail passes/fails passed/failed
success/failure succeed/fail succeeds/fails succeeded/failed successful/failed succeeded/collapsed true/false right/wrong
correct/incorrect correct/wrong right/left rightmost/leftmost good/bad better/worse best/worst strong/weak stronger/weaker
strongest/weakest strength/weakness safe/dangerous safer/riskier safe/unsafe easy/difficult easy/hard easier/harder
simple/complex fast/slow faster/slower fastest/slowest quick/slow quickly/slowly hot/cold hotter/colder warm/cold warm/cool
warmer/cooler warmer/colder heat/cool wet/dry light/dark light/heavy lighter/heavier bright/dark full/empty rich/poor
cheap/expensive cheaper/dearer cheapest/dearest free/paid near/far nearer/farther nearest/farthest closest/farthest
inside/outside inner/outer internal/external indoor/outdoor above/below over/under top/bottom upper/lower front/back
forward/backward forwards/backwards ascending/descending ascend/descend horizontal/vertical positive/negative gain/loss
gains/losses profit/loss profits/losses surplus/deficit income/expense credit/debit asset/liability advantage/disadvantage
benefit/drawback public/private local/global domestic/foreign national/international urban/rural import/export imports/exports
imported/exported male/female men/women man/woman boy/girl boys/girls husband/wife father/mother son/daughter brother/sister
king/queen uncle/aunt he/she his/her him/her mr/mrs parent/child parents/children teacher/student doctor/patient
employer/employee landlord/tenant customer/seller lender/borrower host/guest plaintiff/defendant north/south east/west
northern/southern eastern/western northeast/southwest northwest/southeast morning/evening morning/afternoon morning/night
day/night daily/weekly daily/monthly weekly/monthly monthly/yearly monthly/annual monthly/annually yesterday/tomorrow
today/tomorrow today/yesterday am/pm spring/autumn spring/fall summer/winter weekday/weekend weekdays/weekends always/never
always/sometimes all/none everyone/nobody everything/nothing everyone/someone both/neither with/without required/optional
mandatory/optional must/may voluntary/compulsory compulsory/optional temporary/permanent temporarily/permanently
present/absent active/inactive alive/dead live/dead live/die lives/dies lived/died born/died love/hate loves/hates loved/hated
like/dislike likes/dislikes agree/disagree agrees/disagrees agreed/disagreed support/oppose supports/opposes supported/opposed
for/against attack/defend ally/enemy friend/enemy join/leave joins/leaves joined/left arrive/depart arrives/departs
arrived/departed arrival/departure enter/exit enter/leave stay/leave come/go push/pull lock/unlock encrypt/decrypt read/write
reads/writes encode/decode upload/download hide/show hidden/shown visible/hidden visible/invisible remember/forget
keep/discard save/delete save/spend saves/spends saved/spent save/lose connect/disconnect connected/disconnected attach/detach
expand/contract expands/contracts widen/narrow wide/narrow deep/shallow thick/thin tall/short loud/quiet noisy/quiet soft/hard
sharp/blunt smooth/rough clean/dirty healthy/sick healthy/unhealthy improve/worsen improves/worsens improved/worsened
improvement/decline better/poorer continue/stop continues/stops continued/stopped cause/prevent causes/prevents
caused/prevented help/harm helps/harms helpful/harmful useful/useless protect/harm reward/punish praise/criticise
praised/criticised praise/criticize praised/criticized innocent/guilty legal/illegal odd/even single/double single/multiple
once/twice half/double same/different similar/different equal/unequal constant/variable stable/unstable static/dynamic
known/unknown optimistic/pessimistic major/minor majority/minority primary/secondary original/copy natural/artificial
solid/liquid liquid/gas acid/alkaline acidic/alkaline raw/cooked fresh/stale fresh/frozen sweet/sour expected/unexpected
possible/impossible able/unable likely/unlikely relevant/irrelevant sufficient/insufficient available/unavailable
valid/invalid help/hurt helps/hurts helped/hurt helping/hurting supporter/opponent supporters/opponents keep/scrap keep/drop
kept/dropped keeps/drops proponent/opponent proponents/opponents mr/ms herr/frau sir/madam monsieur/madame señor/señora
ally/rival allies/rivals winner/runner-up praise/blame praised/blamed comfort/discomfort cure/cause cures/causes step/mistake
warm/chill reward/penalty bonus/penalty hero/villain heroes/villains majority/minority optional/required owner/tenant
owners/tenants incoming/outgoing hire/fire hired/fired lend/borrow deposit/withdraw deposits/withdrawals confirm/cancel
confirmed/cancelled confirmed/denied confirm/deny confirms/denies admit/deny admitted/denied admits/denies affirm/deny
victory/defeat war/peace asleep/awake sunrise/sunset dawn/dusk refundable/nonrefundable exceed/meet vor/nach
erh\u00f6ht/gesenkt erh\u00f6hen/senken steigt/sinkt mehr/weniger h\u00f6her/niedriger gr\u00f6\u00dfer/kleiner immer/nie
mit/ohne offen/geschlossen ge\u00f6ffnet/geschlossen ja/nein erlaubt/verboten links/rechts oben/unten
mindestens/h\u00f6chstens maximal/minimal inklusive/exklusive l\u00e4nger/k\u00fcrzer fr\u00fcher/sp\u00e4ter alt/neu
avant/apr\u00e8s augmenter/diminuer augment\u00e9/diminu\u00e9 augmente/diminue augmentation/diminution plus/moins
toujours/jamais avec/sans ouvert/ferm\u00e9 ouverte/ferm\u00e9e oui/non autoris\u00e9/interdit gauche/droite inclus/exclu
maximum/minimum antes/despu\u00e9s aumentar/disminuir aumenta/disminuye aument\u00f3/disminuy\u00f3 aumento/disminuci\u00f3n
m\u00e1s/menos siempre/nunca con/sin abierto/cerrado abierta/cerrada s\u00ed/no permitido/prohibido izquierda/derecha
mayor/menor m\u00e1ximo/m\u00ednimo incluido/excluido
"""
OPPOSITES = frozenset(frozenset(pair.split("/")) for pair in _OPPOSITES.split()) | opposites()
_OPPOSITES_CJK = (
    "\u589e\u51cf \u524d\u540e \u524d\u5f8c \u4e0a\u4e0b \u5927\u5c0f \u591a\u5c11 \u9ad8\u4f4e \u957f\u77ed \u9577\u77ed \u5f00\u5173 \u958b\u9589 "
    "\u65b0\u65e7 \u65b0\u820a \u5148\u540e \u65e9\u665a \u65e9\u9045 \u4e70\u5356 \u58f2\u8cb7 \u5165\u51fa \u8fdb\u51fa \u5de6\u53f3 \u5357\u5317 \u4e1c\u897f \u6771\u897f \u5185\u5916 \u5f3a\u5f31 "
    "\u5f37\u5f31 \u5347\u964d \u7537\u5973 \u597d\u574f \u6709\u65e0 \u6709\u7121 \u52a0\u51cf \u80dc\u8d25 \u52dd\u6557 \u59cb\u7d42 \u5feb\u6162 \u6700\u6b21 \u662f\u975e "
    "\u6625\u79cb \u590f\u51ac \u5348\u591c \u5929\u5206 \u5e74\u6708 \u6708\u65e5 \u65e5\u65f6 \u5468\u65e5 \u5143\u89d2 \u65f6\u5206 \u6642\u5206 \u5206\u79d2 \u4e07\u5343 \u4e07\u4ebf \u4e07\u767e \u5343\u767e"
)
_EXCLUSIVE_CJK = "\u5f53\u524d\u7fcc\u6b21\u540c \u6628\u4eca\u660e \u6625\u590f\u79cb\u51ac \u4e1c\u897f\u5357\u5317 \u6771\u897f\u5357\u5317"
OPPOSITES_CJK = frozenset(frozenset((one, another)) for group in _EXCLUSIVE_CJK.split() for one in group for another in group if one != another) | frozenset(
    frozenset(pair) for pair in _OPPOSITES_CJK.split()
)
"""Pairs of characters whose exchange changes what is said."""

_EXCLUSIVE = """
red blue green yellow black white brown orange purple pink grey gray golden silver
north south east west northern southern eastern western
spring summer autumn winter
breakfast lunch dinner supper
email phone post fax sms telephone letter
cash card cheque check
father mother brother sister uncle aunt cousin son daughter nephew niece grandfather grandmother husband wife
head arm leg hand foot eye ear knee heart liver kidney lung stomach shoulder
dog cat horse cow sheep goat pig bird fish rabbit mouse
gold silver copper iron steel aluminium aluminum bronze tin lead zinc
hydrogen oxygen nitrogen carbon helium sodium potassium
sun moon earth mars venus jupiter saturn mercury neptune uranus
solid liquid gas plasma
python java javascript ruby rust perl php typescript
json xml csv yaml html
list tuple dict set string integer float boolean
square circle triangle rectangle cube sphere
add subtract multiply divide
addition subtraction multiplication division
sum difference product quotient
daily weekly monthly quarterly yearly annually hourly
single married divorced widowed
car bus train plane bike bicycle boat ship ferry tram
beer wine water coffee tea milk juice
salt sugar pepper flour butter oil
guitar piano violin drums flute
football basketball tennis baseball cricket rugby golf hockey soccer
doctor nurse lawyer teacher engineer journalist pilot farmer baker
morning noon afternoon evening night midnight
tsp tbsp
teaspoon tablespoon
teaspoons tablespoons
mcg mg kg
online offline
immune nervous digestive respiratory cardiovascular endocrine
rot blau gr\u00fcn gelb schwarz wei\u00df
rouge bleu vert jaune noir blanc
rojo azul verde amarillo negro blanco
"""
EXCLUSIVE: dict[str, frozenset[int]] = {}
"""Words of which one excludes the others -> the numbers of their lists."""
for _n, _line in enumerate(_EXCLUSIVE.strip().splitlines()):
    for _word in _line.split():
        EXCLUSIVE[_word] = EXCLUSIVE.get(_word, frozenset()) | {_n}

_ALIKE = """
big/large big/huge small/little small/tiny begin/start begins/starts began/started buy/purchase buys/purchases
bought/purchased help/assist helps/assists show/display shows/displays show/demonstrate shows/demonstrates need/require
needs/requires needed/required use/utilize use/utilise uses/utilizes uses/utilises used/utilized using/utilizing get/receive
gets/receives get/obtain got/received give/provide gives/provides gave/provided given/provided make/create makes/creates
made/created end/finish ends/finishes ended/finished finish/complete finished/completed end/conclude fix/repair fixed/repaired
fixes/repairs try/attempt tries/attempts tell/inform tells/informs told/informed ask/request asks/requests asked/requested
say/state says/states said/stated answer/reply answers/replies answer/response reply/response quick/fast quickly/fast
quickly/rapidly fast/rapid happy/glad sad/unhappy important/significant important/crucial significant/substantial
many/numerous several/many often/frequently usually/typically usually/generally about/approximately about/around
around/approximately roughly/approximately roughly/about near/close nearly/almost however/but though/although because/since
therefore/thus so/therefore hence/therefore also/additionally also/too furthermore/moreover first/firstly second/secondly
car/automobile house/home child/kid children/kids doctor/physician job/work work/job company/firm company/business
business/firm shop/store movie/film film/movie picture/image image/photo photo/picture photo/photograph customer/client
buyer/purchaser user/customer people/persons people/individuals person/individual place/location area/region part/portion
part/section piece/part way/method method/approach problem/issue issue/problem error/mistake fault/error result/outcome
effect/impact cause/reason goal/aim goal/objective price/cost cost/price fee/charge cost/charge money/funds
refund/reimbursement refund/repayment refunded/reimbursed delivery/shipment delivered/shipped shipping/delivery item/product
item/article goods/items product/item order/purchase amount/sum total/sum number/count choose/select chosen/selected
choose/pick keep/retain kept/retained send/ship sent/shipped sends/ships change/alter changed/altered change/modify
changed/modified check/verify checked/verified contact/reach call/phone speak/talk look/see see/view watch/view wait/await
think/believe thinks/believes know/understand find/discover found/discovered explain/describe explains/describes mention/state
include/contain includes/contains included/contained contain/hold let/allow lets/allows ensure/guarantee ensures/guarantees
make/ensure stop/halt stopped/halted live/reside lives/resides leave/depart leaves/departs return/send come/arrive arrive/come
arrived/came reach/arrive build/construct built/constructed building/structure destroy/demolish destroyed/demolished hurt/harm
hurt/injured sick/ill safe/secure simple/easy easy/simple hard/difficult difficult/hard correct/right right/correct
wrong/incorrect exact/precise exactly/precisely clear/obvious clearly/obviously main/primary primary/main major/main
major/significant entire/whole whole/entire complete/full completely/fully completely/entirely fully/entirely
totally/completely total/whole good/great great/excellent nice/good nice/pleasant pretty/beautiful lovely/beautiful
funny/amusing fun/enjoyable like/enjoy likes/enjoys love/adore want/wish wants/wishes like/such maybe/perhaps perhaps/possibly
certainly/definitely surely/certainly soon/shortly immediately/instantly immediately/straightaway right/straight again/once
currently/presently currently/now now/currently recently/lately previously/earlier earlier/before later/afterwards
after/following before/prior during/throughout until/till among/amongst while/whilst towards/toward within/inside under/below
over/above beyond/past via/through per/each regarding/about concerning/about despite/notwithstanding except/excluding
besides/apart tbsp/tablespoon tbsp/tablespoons tsp/teaspoon tsp/teaspoons simmer/cook cook/simmer heat/warm mix/stir stir/mix
chop/cut chopped/diced dice/chop fry/saute oven/stove error/bug bug/error bug/defect function/method method/function
return/give returns/gives param/parameter arg/argument args/arguments dir/directory folder/directory tv/television photo/pic
info/information ad/advertisement exam/examination phone/telephone fridge/refrigerator lab/laboratory ok/okay etc/others
vs/versus u.s/american uk/british teach/instruct taught/instructed learn/study studied/learned talk/discuss talks/discusses
discussed/talked highlight/emphasize highlights/emphasizes emphasise/stress emphasize/stress suggest/recommend
suggests/recommends suggested/recommended recommend/advise recommends/advises advised/recommended declare/announce
declared/announced announced/said claim/assert claims/asserts claimed/asserted note/mention notes/mentions noted/mentioned
grow/increase grows/increases rise/increase rises/increases rose/increased rise/climb rose/climbed fall/drop falls/drops
fell/dropped drop/decrease decrease/decline decreased/declined fall/decline fell/declined reduce/lower reduces/lowers
reduced/lowered reduce/decrease reduces/decreases reduced/decreased reduce/cut reduces/cuts raise/increase raises/increases
raised/increased improve/enhance improves/enhances improved/enhanced cheap/inexpensive costly/expensive rich/wealthy
poor/needy old/elderly young/youthful new/recent modern/contemporary ancient/old famous/well-known famous/renowned
known/famous st/saint roughly/around circa/about circa/around circa/roughly fig/figure figs/figures eq/equation sec/section ch/chapter vol/volume approx/about mt/mount ft/fort
vegetables/veg temp/temperature max/maximum min/minimum approx/approximately dept/department gratis/free free/complimentary
annual/yearly annually/yearly twice/doubly weekly/hebdomadal per/a each/every every/each anybody/anyone everybody/everyone
somebody/someone nobody/none kind/type type/kind sort/kind sort/type kinds/types sorts/types couple/pair handful/few lot/many
lots/many plenty/many occur/happen occurs/happens occurred/happened happens/occurs due/because owing/due cease/stop
commence/begin commences/begins commenced/began terminate/end terminated/ended terminate/cancel prior/before
subsequent/following following/next approximately/circa stay/remain stays/remains stayed/remained remain/keep seem/appear
seems/appears seemed/appeared allow/permit allows/permits allowed/permitted allow/let forbidden/prohibited forbid/prohibit
banned/prohibited ban/prohibit
alabama/al alaska/ak arizona/az arkansas/ar california/ca colorado/co connecticut/ct delaware/de florida/fl georgia/ga
illinois/il indiana/in iowa/ia kansas/ks kentucky/ky louisiana/la maryland/md massachusetts/ma michigan/mi minnesota/mn
mississippi/ms missouri/mo montana/mt nebraska/ne nevada/nv ohio/oh oklahoma/ok oregon/or pennsylvania/pa tennessee/tn
texas/tx utah/ut vermont/vt virginia/va washington/wa wisconsin/wi wyoming/wy
"""
ALIKE = frozenset(frozenset(pair.split("/")) for pair in _ALIKE.split())
"""Words that say the same in most places."""

MONTH_NAMES = frozenset(word for word in quantity_words.MONTHS if word not in ("may", "mar", "mai", "dec", "set"))
_WEEKDAYS_WORDS = (
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag sonnabend lundi mardi mercredi jeudi vendredi samedi dimanche "
    "lunes martes mi\u00e9rcoles jueves viernes s\u00e1bado domingo"
)
WEEKDAYS = frozenset(_WEEKDAYS_WORDS.split())
WEEKDAY_CJK = frozenset("\u6708\u706b\u6c34\u6728\u91d1\u571f\u65e5")

CURRENCIES = {"$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "\u20ac": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "\u00a3": "GBP", "gbp": "GBP"} | {
    "\u00a5": "JPY", "jpy": "JPY", "yen": "JPY", "\u20b9": "INR", "inr": "INR", "rupees": "INR", "\u20a9": "KRW", "chf": "CHF", "yuan": "CNY", "rmb": "CNY",
}  # fmt: skip
UNITS = {
    word: (unit.kind, unit.name, unit.factor)
    for word, unit in quantity_words.UNITS.items()
    if word not in ("a", "x", "t", "e", "\u00d7", "time", "times", "fold", "second", "ora", "ore", "ans", "an") and unit.kind != "money"
}
"""Units -> their kind, name and size. Two of different size are another unit."""
