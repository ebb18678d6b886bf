"""The only place with default limits, each with its source."""

from __future__ import annotations

CI_LEVEL = 0.95
N_RESAMPLES = 2000
"""Item-bootstrap resamples; methods.md 2.3 (B >= 2000)."""

MIN_ITEMS_FOR_RESAMPLING = 10
"""Below this many items a resampled interval of a coefficient is refused (design, decision 7)."""

MIN_ITEMS_FOR_LOG_RATIO = 5
"""The same for the log-ratio jackknife, which draws nothing: four degrees of freedom (ours)."""

FEW_POINTS = 12
"""Points up to which an ordered scale counts as one of labels; with more its scores count as continuous (ours)."""

MAX_JACKKNIFE_PATTERNS = 2000
"""Distinct rows above which leaving each out once costs more than resampling; so many items need no correction (ours)."""

MOST_DRAWN_PATTERNS = 20_000
"""Distinct rows above which items are put into random groups for an interval: 2,000 resamples of so many rows are 40 million weights for each statistic (ours)."""

FEW_OF_A_LABEL = 5
"""Items of the rarest gold class, off the commonest score, or on one side of a rate, below which intervals that hang on them cover less (ours, measured)."""

FEW_DISAGREEING = 10
"""Items that the disagreement on an ordered scale rests on (Kish's effective number) below which its intervals cover less (ours, measured)."""

MANY_ITEMS = 200
"""Items from which percentile, BCa and jackknife intervals, where they are asked for, cover about as often as they say (ours, measured)."""

MIN_RESAMPLES = 50
"""Resamples below which the ends of an interval would be those of two or three of them (ours)."""

MANY_FOR_JACKKNIFE = 50
"""Items below which the jackknife that continuous scores get was measured to be a little short in places (91 % for alpha at 20 items)."""

MANY_CLUSTERS = 30
"""Clusters below which resampled intervals were measured to be a little short where clusters differ in size (ours)."""

MAX_UNDEFINED_RESAMPLES = 0.05
"""Share of resamples without a value above which a resampled interval is refused: leaving them out would condition it (ours)."""

LARGE_TABLE = 5_000_000
"""items x labels^2 above which alpha is computed by our own kernel instead of the krippendorff package (design, decision 9)."""

ANNOTATOR_EPSILON: dict[str, float] = {"expert": 0.2, "skilled": 0.15, "crowd": 0.1}
"""By how much a judge may be worse than annotators of a kind and still replace them (Calderon, Reichart & Dror 2025)."""

REPLACEMENT_FALSE_SHARE = 0.05
"""Share of annotators wrongly called replaceable that the alternative annotator test accepts (the same)."""

MIN_ITEMS_FOR_T = 30
"""Items below which the alternative annotator test takes ranks in place of means (the same)."""

LOW_CEILING = 0.4
"""Mean kappa between annotators below which gold is one of several answers that people give: up to there agreement is at most "fair" (Landis & Koch 1977)."""

LOST_GOLD_SHARE = 0.5
"""Share of gold items that nobody judged from which that is a serious finding (ours): what is left is hardly a random part of gold."""

SAME_LABELS_ITEMS = 20
"""Items on which an annotator says what a judge says throughout from which a finding asks whether that gold is by people (ours): a judge that is
right nine times of ten does so in 12 % of cases."""

FEW_OFF_THE_COMMONEST = 15
"""Items that the labels other than the commonest are worth, below which the interval of the human ceiling was measured to be wide, or short where
people hardly agree (ours)."""

MAX_PEOPLE_ROWS = 1000
"""Pairs of annotators (and, for one judge, annotators) that audit.json lists one by one, those with most common items first (ours)."""

MISSING_SHARE_FOR_BOUNDS = 0.02
"""Share of missing verdicts above which worst-case and best-case bounds are given (design, decision 4)."""

UNANSWERED_ALPHA = 0.05
"""How often missing verdicts that do not depend on gold's label may be called dependent, over all judges of a criterion (ours, the usual level)."""

UNANSWERED_GAP = 0.05
"""Difference between labels in the share of missing verdicts from which that is a serious finding and no judge is deployed without review of the
unanswered items (ours): what is left is then another mix of items than was judged."""

PREVALENCE_AGREEMENT = 0.85
PREVALENCE_ALPHA = 0.5
"""Observed agreement at least the first with alpha below the second: the kappa paradox is pointed out (Feinstein & Cicchetti 1990)."""

DEFAULT_LIMITS: dict[str, dict[str, float]] = {
    "coverage.answered_rate": {"min": 0.9},
    "consistency.flip_rate": {"max": 0.10},
    "calibration.cohen_kappa": {"min": 0.6},
}
"""What a decision asks for where the rubric has no gate on that metric. kappa 0.6: "substantial", Landis & Koch 1977, doi:10.2307/2529310.
The two others are ours; they decide no exit code."""

MAX_CASES_LISTED = 200
"""Cases of one flag whose texts are embedded and that the page lists; the total is always said."""

MAX_CASES = 5000
"""Cases of one flag, judge and criterion that audit.json holds; the analysis says how many there are in all."""

MAX_TEXT = 4000
"""Characters of a text that audit.json embeds for a listed case."""

RATIONALE_STABLE_SHARE = 0.5
"""Share of an item's pairs of rationales that give the same reason below which its rationale is unstable (ours): a stable rationale is one
where two repeats give the same reason at least as often as not."""

CLEARLY_APART = 0.4
"""Mean score of an item's pairs that are not the same above which it is too close to call, and its rationale is not called unstable (ours): on
real repeats most scores just below a half were read as the same reason."""

CLEARLY_APART_ONCE = 0.2
"""The same for an item with two rationales, which are one comparison (ours): on LLMBar nine of ten flags that rested on one were wrong."""

CONTRADICTING_SHARE = 0.2
"""Share of contradicting pairs from which a rationale is unstable although the verdict is stable (ours): of five repeats, one against most others."""

UNSTABLE_RATIONALE_LIMIT = 0.2
"""Share of items with a stable verdict and an unstable rationale above which a judge is deployed with review at best (ours); the low end counts."""

LOW_NUMERIC_AGREEMENT = 0.5
"""Agreement on the numbers that rationales cite below which code should count instead of a judge (ours; methods.md 1.2 flags the same)."""

MAX_PAIRED_REPLICATES = 12
"""Replicates up to which all pairs of an item are compared (66): with more the cost would grow with their square, and 66 pairs at random are
compared instead, which is as unbiased (ours). Reasons are grouped among as many replicates."""

MAX_BASELINE_PAIRS = 500
"""Pairs of rationales of different items that are compared for each judge and criterion: a share is then known within 4.4 points (ours)."""

STOCK_SHARE = 0.5
"""Share of pairs of rationales of different items that are called the same reason from which a judge's reasons are stock phrases (ours): what it
says does not depend on the item, and its agreement with itself says nothing."""

MIN_STOCK_ITEMS = 3
"""Items with a rationale from which pairs of different items can say that a judge's reasons are stock phrases (ours): two may well have one reason."""

MIN_ITEMS_WITH_NUMBERS = 10
"""Items whose rationales cite numbers from which their agreement says that a criterion is better counted by code (ours)."""

MAX_BETWEEN_PAIRS = 25
"""Pairs of rationales of an item that are compared for two judges: all that five repeats of each give (ours); with more, as many at random."""

MAX_ALIGNED_CASES = 200
"""Flagged cases whose rationales are laid side by side, as many as the page lists."""

MAX_REASONING = 8000
"""Characters at the end of a reasoning chain that are read: there it concludes, and chains of 100 kB cost what all rationales cost (ours)."""

INVENTED_EVIDENCE_LIMIT = 0.05
"""Share of the quotes checked that are fabricated or altered above which a judge is deployed with review at best (ours): one quote in twenty that
nobody wrote is more than a reader forgives, and well above what the check itself gets wrong; the low end of the interval counts."""

MAX_EVIDENCE_ROWS = 1000
"""Rows of a table of single pieces of evidence that audit.json holds (ours)."""

PROBE_MARGIN = 0.05
"""Excess flips (or change of the share of passes) under a probe up to which a verdict counts as not moved by it (ours): one flip in twenty."""

PROBE_ALPHA = 0.05
"""How often a judge that no probe moves may be called biased by any of them (ours, the usual level)."""

FEW_MOVED = 8
"""Items whose verdict moved under a probe up to which an interval allows for items that move wholly and were not seen (ours, measured)."""

CONTROL_FALL = 0.10
"""Share of good verdicts that a judge must take back when the answer is made worse, or it does not follow the answer (ours)."""

INVARIANT_PASSES = 0.5
"""Share of answers without content that pass, above which (the low end counts) a verdict that nothing moves does not rest on the answer (ours): most of them."""

MOVED_SHARE = 0.5
"""Flips of one item under a probe beyond those between its plain verdicts from which the item counts as moved (ours): more often than not."""

MAX_MOVED_READ = 400
"""Items moved by a probe (any variants), of a judge on a criterion, whose rationales are read (ours): a share within 5 points. Of more, so many at random."""

MAX_MOVED_SHOWN = 20
"""Verdicts moved by one probe, of a judge on a criterion, that audit.json holds with what was changed and said (ours)."""

LEAST_LENGTH_SPREAD = 5.0
"""Tokens: where lengths at equal gold have a smaller standard deviation, an effect for 100 tokens would be an extrapolation (ours)."""
LARGE_PREFERENCE = 0.2
"""Preference for a place, a length or a family of models (in shares of verdicts) from which, the whole interval beyond it, a finding is serious (ours):
one verdict in five is then decided by what should not matter."""

MOSTLY_WRONG = 0.5
"""Share of the verdicts that survive the swap and are not gold's, above which (the low end counts) a judge is stable and wrong (ours): more often than not."""

MAX_RISK = 0.15
RISK_DELTA = 0.1
"""Share of accepted verdicts that may be wrong, and how often a calibration may exceed it (Jung, Brahman & Choi 2025, arXiv:2407.18370)."""

MIN_ITEMS_FOR_RISK = 30
"""Labelled items at or above a threshold below which it is not considered (the same source, their code)."""

MIN_ITEMS_FOR_CALIBRATOR = 20
"""Labelled items below which confidences are left as they are: a curve through fewer is noise (ours)."""

LAYER_LIMITS: dict[str, dict[str, dict[str, float]]] = {
    "pre_screen": {"calibration.cohen_kappa": {"min": 0.4}, "coverage.answered_rate": {"min": 0.9}},
    "own_items": {"calibration.cohen_kappa": {"min": 0.6}, "consistency.flip_rate": {"max": 0.10}},
    "online": {"coverage.answered_rate": {"min": 0.9}, "consistency.flip_rate": {"max": 0.10}},
    "operations": {"coverage.refused_rate": {"max": 0.05}},
}
"""What each layer of a rubric's `layers:` holds a judge against; a gate of the rubric on the same metric takes the place of a limit from
`own_items` on. kappa 0.4 is "moderate", 0.6 "substantial" (Landis & Koch 1977); the others are ours."""

MAX_LATENCY_P95_S = 30.0
"""Seconds within which 95 % of the replies must come, for the layer `operations` (ours): what a person who waits puts up with."""

MAX_COST_PER_VERDICT_USD = 0.05
"""The same for the price of one verdict (ours): a person's verdict of a minute costs about ten times as much."""

MAX_PERSONAL_DATA_SHARE = 0.01
"""Share of items whose rationales may carry personal data, for the layer `operations` (ours); any beyond it needs a filter before logs are kept."""

CARRY_MARGIN = 0.05
"""By how much a corrected rate may be off on probes of other items for a calibration to count as carried over (ours; methods.md 4.5 wants one
declared before). On a numeric scale, this share of its range."""

MIN_CARRY_CLUSTERS = 20
"""Independent probes below which no check says PASS (CJE's transport audit, arXiv:2512.11150)."""

CALIBRATION_DAYS = 90
"""Days after which a calibration has expired (ours): providers change what a model name serves about as often."""

ROUTING_KAPPA = 0.0
"""Kappa that the low end must be above for a routing rule to make a judge deployable with review (ours): a share of right verdicts within the
risk is no news of a judge that always gives the commonest label."""

ROUTING_REVIEW_SHARE = 0.05
"""Share of items that a routing rule must leave to a person to make up for an open limit (ours): a rule that accepts as good as everything is no review."""

COIN_AUROC = 0.5
"""AUROC that the low end must be above for a confidence to say where a judge is right (by definition that of a coin)."""

TRIVIAL_ALPHA = 0.05
"""p up to which a judge counts as right more often than one that always gives the commonest label (ours, the usual level)."""

DEPLOY_COVERAGE = 0.0
"""Share of items that a routing rule which could be tested has to accept for a deploy without review: more than this (ours). Where the risk that was
asked for is not shown even at the highest confidence, `apply` sends every verdict to a person, and so does the decision."""

GOLD_CONFLICT_SHARE = 0.25
"""Share of the items that one annotator labelled twice or more, and differently, from which gold has to be reviewed before a deploy (ours). Labels that
are each wrong with probability e differ in 2 e (1 - e): a quarter is e = 0.15, as often as accepted verdicts may be wrong (`MAX_RISK`)."""

OUTSIDE_SHARE = 0.05
"""Share of new confidences outside those seen on labelled items above which `apply` warns (ours): a few always lie beyond a sample's ends."""

DRIFT_ALPHA = 0.05
"""How often a judge that did not change may be called drifted (ours, the usual level)."""

DRIFT_MARGIN = 0.05
"""Shift up to which two versions of a judge count as equivalent: 5 points of a rate, 5 % of a scale's range (methods.md 7.1)."""

DRIFT_POWER = 0.8
"""How surely the smallest detectable shift would have been seen (Cohen 1988)."""

FEWEST_ANCHORS = 10
"""Items in both runs below which no answer but "inconclusive" is given (ours)."""

DRIFT_REPLY_RATIO = 1.1
"""How many times as long, as slow or as dear replies must have become (or the other way round) for a finding to say so (ours)."""

MAX_DRIFT_VECTORS = 1000
"""Rationales of a judge and criterion, both versions together, that are embedded and compared pair by pair (ours): of more, items are drawn at random,
every stratum in proportion. Half as many where more than one judge or criterion is compared. So many take some five seconds to embed."""

MAX_DRIFT_EVIDENCE = 1200
"""Rationales of a judge and criterion, both versions together, that are held against the texts of their items for drift (ours): of more, items are
drawn in the same way, and of each item the first rationales of either version. Half as many where more than one judge or criterion is compared.
A share is then known within 6 points, in some two seconds."""

LEAST_DRIFT_EVIDENCE_EACH = 2
"""Rationales of each version of an item that are read at least, where there are as many (ours): items say more than repeats."""

MAX_DRIFT_ALIGNED = 200
"""Rationales of flipped anchors that are laid side by side reason by reason, for one judge (ours): more would take longer to embed than all tests."""

MONITOR_WINDOW_DAYS = 30
"""Days for which a watched stream remembers each row, so that it counts once (ours): logs are sent again within a month, if ever."""

MAX_CHANGED_REASONS = 5
"""Anchors of a criterion that are shown where reasons changed and verdicts did not (ours): those whose rationales are least alike."""

MAX_READ_ANCHORS = 100
"""Flipped anchors whose rationales a page holds side by side, of all judges together (ours); of more it lists the verdicts, and audit.json has the texts."""

MOST_HELD_ROWS = 2_000_000
"""Rows of Parquet, CSV or JSONL above which a table is counted batch by batch and never held (ours): some 2 GB with rationales."""

MOST_HELD_BYTES = 1 << 28
"""Bytes of a CSV or JSONL table above which it is read a piece at a time and never held (ours): as Python has it, a file takes some ten times its size."""

SAMPLE_ITEMS = 5_000
"""Items whose rows are kept where a table is not, for the analyses that read rationales and single rows (ours): a share is then known within 1.4
points, and 50,000 rationales of ten repeats are read in minutes."""
