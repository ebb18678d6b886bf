"""Pairs of words of which one says the opposite of the other, with their inflected forms."""

from __future__ import annotations

from collections.abc import Iterator

_VERBS = """
absorb/release absorb/reflect absorb/emit emit/absorb release/retain release/capture grow/shrink expand/shrink swell/shrink
widen/shrink inhale/exhale attract/repel approve/veto approve/disapprove arrest/release ascend/descend assemble/disassemble
attack/defend award/withhold blame/thank bless/curse boost/cut boost/reduce boost/lower build/demolish calm/alarm climb/drop
climb/descend collect/deliver collect/distribute comply/violate condemn/praise condemn/support confirm/refute conceal/reveal
conceal/disclose confess/deny confuse/clarify consent/refuse contaminate/clean cool/heat cool/warm cure/cause deflate/inflate
delay/hasten delay/advance demand/offer deny/report deny/confirm deny/have diminish/grow discourage/encourage dismiss/hire
dissolve/form divide/unite divide/multiply double/halve drain/fill dry/wet ease/worsen ease/tighten embrace/reject
employ/dismiss empty/fill end/start endanger/protect engage/disengage entail/preclude evict/admit exceed/miss exhale/inhale
explode/implode fade/brighten fasten/loosen favour/oppose favor/oppose flatter/insult flourish/wither follow/precede
freeze/thaw freeze/melt gain/lose gather/scatter halt/resume harden/soften hide/reveal hurt/help hurt/heal harm/heal
ignore/heed improve/deteriorate increase/fall increase/drop increase/diminish increase/lower inherit/bequeath injure/heal
insert/extract insult/compliment invest/divest isolate/integrate jam/free kill/save launch/cancel lengthen/shorten
lighten/darken lighten/burden like/loathe load/unload loosen/tighten lower/raise lower/increase magnify/reduce melt/freeze
mend/break mute/unmute obey/disobey obey/defy obstruct/aid occupy/vacate offend/please overestimate/underestimate
overpay/underpay overstate/understate pause/resume persuade/dissuade plant/uproot please/annoy postpone/advance pour/drain
precede/follow promote/demote promote/hinder protect/expose prosper/decline punish/pardon push/pull quicken/slow quit/join
raise/drop recede/advance reject/adopt relax/tense relax/tighten remain/change remember/forget repair/damage repair/break
require/forbid rescue/abandon resist/yield respect/despise restrict/extend retreat/advance reveal/conceal reward/penalise
reward/penalize rise/drop rise/decline rise/sink sadden/cheer seal/unseal seize/release separate/join shrink/expand
shorten/extend simplify/complicate sink/float slow/speed soothe/irritate sour/sweeten spend/earn stabilise/destabilise
start/halt stiffen/relax stimulate/inhibit activate/inhibit activate/deactivate activate/suppress strengthen/weaken
submit/withdraw succeed/flop suffocate/breathe support/undermine support/hinder surrender/resist suspend/resume
suspend/reinstate thicken/thin trust/distrust unite/split unlock/lock upgrade/downgrade validate/invalidate waste/save
weaken/reinforce welcome/reject win/forfeit withdraw/enter worsen/ease worry/reassure wrap/unwrap accelerate/brake
accelerate/decelerate abolish/introduce abolish/establish admit/exclude admit/expel adore/despise exclude/invite export/import
evade/confront extend/retract fire/recruit forgive/punish gain/drop overrule/uphold overturn/uphold reverse/uphold pass/reject
renew/cancel renew/terminate subscribe/unsubscribe tighten/loosen vote/abstain
"""
_ADJECTIVES = """
hot/cool hot/cold warm/cool cool/warm bent/straight curved/straight bold/timid brave/cowardly bright/dim broad/narrow
calm/stormy calm/rough cheap/costly clear/cloudy clear/vague clear/blurred coarse/fine dark/bright dense/sparse dull/sharp
dull/bright dull/shiny early/late easy/tough faint/strong fair/unfair fast/slow fat/thin few/many firm/soft flat/steep
flat/hilly fresh/rotten fresh/stale full/hungry gentle/harsh gentle/rough great/small happy/sad hard/easy heavy/light high/low
hollow/solid hungry/full kind/cruel kind/harsh large/tiny lazy/diligent lean/fat light/dark long/brief long/short loose/tight
loud/soft mild/severe mild/harsh mild/spicy moist/dry narrow/broad near/distant new/worn new/used noisy/silent old/modern
plain/fancy polite/rude poor/excellent proud/ashamed proud/humble quick/slow quiet/loud rare/common rare/frequent rich/poor
ripe/unripe rude/polite safe/risky scarce/abundant scarce/plentiful shallow/deep shy/bold sick/well slim/fat slow/rapid
small/huge smart/stupid smooth/bumpy sober/drunk soft/firm solid/hollow sour/sweet bitter/sweet spicy/mild steep/gentle
strict/lenient strict/lax strong/weak strong/faint sunny/cloudy sunny/rainy sweet/salty tall/low tame/wild thick/thin thin/fat
tight/loose tiny/huge tough/tender ugly/beautiful vague/precise warm/chilly weak/strong wealthy/poor wet/dry wide/narrow
wild/tame wise/foolish young/old cautious/reckless careful/careless certain/doubtful certain/uncertain
"""
_OTHER = """
in/outside within/outside inside/outside has/denies denies/has growing/shrinking grew/shrank rose/sank sold/kept bought/sold
froze/melted gave/withheld lost/found lost/kept lost/gained won/forfeited drew/lost brightest/dimmest everywhere/nowhere
often/never often/rarely frequently/rarely usually/rarely seldom/often sometimes/always once/never soon/late
immediately/eventually immediately/later gradually/suddenly slowly/suddenly slowly/rapidly partly/wholly partially/fully
partially/completely temporary/lasting lasting/brief guest/owner ally/opponent allies/opponents friend/foe friends/foes
victim/culprit victims/culprits winner/loser winners/losers buyer/vendor creditor/debtor teacher/pupil predator/prey
cause/consequence cause/effect question/answer strength/flaw strengths/flaws pro/con pros/cons asset/debt assets/debts
revenue/cost revenue/expenses profit/cost profits/costs rise/decline growth/decline growth/contraction increase/cut
increase/reduction ceiling/floor roof/basement entrance/exit departure/return start/finish birth/death peace/conflict
success/defeat hope/despair love/hatred pleasure/pain joy/sorrow truth/lie truths/lies presence/absence shortage/surplus
scarcity/abundance heat/cold summit/base peak/trough dawn/dusk sunrise/dusk heiß/kalt warm/kühl warm/kalt kalt/warm groß/klein
lang/kurz schnell/langsam stark/schwach leicht/schwer hell/dunkel billig/teuer reich/arm jung/alt laut/leise gut/schlecht
besser/schlechter richtig/falsch hoch/niedrig breit/schmal voll/leer nah/fern innerhalb/außerhalb zunehmen/abnehmen
gestiegen/gesunken gewonnen/verloren gekauft/verkauft angenommen/abgelehnt eröffnet/geschlossen kostenlos/kostenpflichtig
vorher/nachher morgens/abends heute/morgen gestern/heute chaud/froid grand/petit long/court rapide/lent fort/faible
léger/lourd clair/sombre riche/pauvre jeune/vieux bon/mauvais meilleur/pire haut/bas large/étroit plein/vide monter/descendre
monté/baissé hausse/baisse accepté/refusé gagné/perdu acheté/vendu gratuit/payant matin/soir hier/demain caliente/frío
grande/pequeño largo/corto rápido/lento fuerte/débil ligero/pesado claro/oscuro rico/pobre joven/viejo bueno/malo alto/bajo
ancho/estrecho lleno/vacío subir/bajar subió/bajó alza/baja aceptado/rechazado ganado/perdido comprado/vendido gratuito/pago
mañana/noche ayer/mañana dentro/fuera
"""
_VOWELS = "aeiou"


def opposites() -> frozenset[frozenset[str]]:
    """Every pair, in each form in which both can stand."""
    found = {frozenset(pair.split("/")) for pair in _OTHER.split()}
    for listed, forms in ((_VERBS, _of_verb), (_ADJECTIVES, _of_adjective)):
        for pair in listed.split():
            one, another = pair.split("/")
            found |= {frozenset(same) for same in zip(forms(one), forms(another), strict=True)}
    return frozenset(pair for pair in found if len(pair) == 2)


def _of_verb(verb: str) -> Iterator[str]:
    """Its forms: raise, raises, raised, raising; irregular ones come out wrong and meet nothing."""
    short = verb[:-1] if verb.endswith("e") else verb
    doubled = verb + verb[-1] if len(verb) < 5 and verb[-1] not in _VOWELS + "wxy" and verb[-2] in _VOWELS and verb[-3:-2] not in tuple(_VOWELS) else short
    third = verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in _VOWELS else verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")
    past = verb[:-1] + "ied" if verb.endswith("y") and verb[-2] not in _VOWELS else doubled + "ed"
    yield from (verb, third, past, doubled + "ing")


def _of_adjective(word: str) -> Iterator[str]:
    """Its forms: hot, hotter, hottest, hotly."""
    short = word[:-1] if word.endswith("e") else word[:-1] + "i" if word.endswith("y") else word
    doubled = word + word[-1] if len(word) < 5 and word[-1] not in _VOWELS + "wxy" and word[-2] in _VOWELS and word[-3:-2] not in tuple(_VOWELS) else short
    yield from (word, doubled + "er", doubled + "est", (word[:-1] + "i" if word.endswith("y") else word) + "ly")
