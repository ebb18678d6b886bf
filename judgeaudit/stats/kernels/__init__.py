"""What the statistics share: the checks of what they are handed, resampling and intervals, and the computations behind several of them.

Nothing here is a statistic. Every file directly in `judgeaudit.stats` is one, but for `registry` and `shapes`.
"""
