"""`polarity` of Chinese and Japanese clauses, which have no blanks between words."""

from __future__ import annotations

import re
from collections.abc import Mapping

CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_KANA = re.compile("[\u3040-\u30ff]")
_QUESTION = re.compile("[?？]\\s*$|吗[。？]?\\s*$")

_CHINESE = {
    "+": """正确 准确 精确 完整 清楚 清晰 明确 明白 礼貌 友好 安全 有用 有帮助 相关 恰当 合适 合理 充分 足够 简洁 详细 更好 较好 最好 很好 良好 优秀 满足 符合 达到 合格 通过 及格 忠实 连贯 一致 流畅 逻辑清晰 可靠 有依据 有说服力 无误 真实 专业 成立 达标
        回答了 切题 得体 全面 易懂 尊重""",
    "-": """不正确 错误 有误 误导 错的 不准确 不完整 不清楚 不清晰 不明确 含糊 模糊 粗鲁 无礼 生硬 危险 有害 无关 离题 跑题 不当 不足 不够 冗长 啰嗦 多余 更差 较差 最差 很差 糟糕 违反 违背 超出 超过 不合格 不通过 不及格 不达标 失败 捏造 虚构 编造 幻觉 矛盾
        混乱 混淆 缺陷 漏洞 误译 偏差 片面 肤浅 空洞 冒犯 答非所问 错译 算错""",
    "p": "提到 提及 说明 指出 包含 包括 列出 给出 提供 引用 解释 涵盖 注明 写明 纠正 修正 处理",
    "m": "遗漏 漏掉 忽略 省略 缺失 漏译 未提及 忘记",
    "n": "不 没有 没 未 无 并非 非 未能 毫无 不存在 从未", "s": "缺乏 缺少", "f": "避免 避免了",
    "o": "应该 应当 必须 需要 要求 是否 不仅 不但 不只 不仅仅 毫无疑问 无疑 无论 不过 不同 非常 不断 没问题吗 无法 除非",
}  # fmt: skip
_JAPANESE = {
    "+": "正しい 正しく 正確 適切 完全 明確 明瞭 分かりやすい わかりやすい 丁寧 礼儀正しい 安全 役に立つ 有用 関連 簡潔 詳細 具体的 より良い 良い 優れて 満たし 満たす 合格 忠実 一貫 自然 妥当 論理的 信頼 的確 十分 守って 従って 最適 勝って 網羅",
    "-": """間違い 間違って 間違え 誤り 誤って 誤った 不正確 不適切 不完全 不明確 不明瞭 曖昧 分かりにくい わかりにくい 失礼 無礼 ぶっきらぼう 危険 有害 無関係 冗長 くどい 不十分 悪い 劣って 違反 超えて 不合格 失敗 捏造 虚偽 矛盾 混乱 誤解 誤訳 欠陥 不自然 不親切
        余計 問題 外れて 不備""",
    "p": "言及 記載 述べ 示して 示され 含まれ 含んで 挙げ 説明 引用 提示 触れ 明記 指摘 訂正 修正",
    "m": "欠けて 抜けて 欠落 漏れて 漏れ 省略 無視 見落と 不足",
    "n": "ない ません なかった なく 無い なし ず、 ずに ていず", "o": """だけでなく かもしれ に違いない なければならない 必要がある べき 間違いなく どうか かどうか 問題なく 少なく 求めて""",
}  # fmt: skip
_BREAK = re.compile("[，,。；;：:、！!]|但是|但|然而|不过|可是|しかし|けれども|ものの|因此|所以|したがって|よって")
_WEIGHTY = frozenset(("但是", "但", "然而", "不过", "可是", "しかし", "けれども", "ものの", "因此", "所以", "したがって", "よって"))
_REQUIRE = frozenset(("应该", "应当", "必须", "需要", "要求", "是否"))


def _pattern(words: Mapping[str, str]) -> tuple[re.Pattern[str], dict[str, str]]:
    kinds = {word: kind for kind, listed in words.items() for word in listed.split()}
    return re.compile("|".join(sorted(map(re.escape, kinds), key=len, reverse=True))), kinds


_CHINESE_WORDS, _JAPANESE_WORDS = _pattern(_CHINESE), _pattern(_JAPANESE)
_OWN = {"+": 1, "-": -1, "p": 1, "m": -1}


def cjk_cues(clause: str) -> tuple[int, bool, list[tuple[int, int, int]]]:
    """Sign, whether a negator turned something around, and cues (start, end, sign) of a Chinese or Japanese clause."""
    if _QUESTION.search(clause):
        return 0, False, []
    read = _japanese if _KANA.search(clause) else _chinese
    parts, start, weighty = [], 0, False
    for mark in [*_BREAK.finditer(clause), None]:
        found, negated = read(clause[start : mark.start() if mark else len(clause)], start)
        parts.append((weighty, found, negated))
        if mark:
            weighty, start = weighty or mark[0] in _WEIGHTY, mark.end()
    late = [_of_part(found) for heavy, found, _ in parts if found and heavy]
    every = late or [_of_part(found) for _, found, _ in parts if found]
    cues = [(a, b, sign) for _, found, _ in parts for a, b, sign, _ in found]
    return min(every, default=0), any(negated for _, _, negated in parts), cues


def _of_part(found: list[tuple[int, int, int, bool]]) -> int:
    """Sign of one part: its last evaluating word, else its last word of presence."""
    strong = [sign for _, _, sign, presence in found if not presence]
    return strong[-1] if strong else found[-1][2]


def _chinese(part: str, offset: int) -> tuple[list[tuple[int, int, int, bool]], bool]:
    """Negators stand before what they negate."""
    pattern, kinds = _CHINESE_WORDS
    found: list[tuple[int, int, int, bool]] = []
    turn, own, pending, negated = 1, 0, (0, 0), False
    for match in pattern.finditer(part):
        kind, span = kinds[match[0]], (offset + match.start(), offset + match.end())
        if match[0] in _REQUIRE and turn > 0:
            break
        if kind in "nsf":
            turn, own, pending = -turn, (1 if kind == "f" else -1) * turn, span
        elif kind in _OWN:
            found.append((*span, _OWN[kind] * turn, kind == "p"))
            negated, turn, own = negated or turn < 0, 1, 0
    if own:
        found.append((*pending, own, True))
    return found, negated or bool(own)


def _japanese(part: str, offset: int) -> tuple[list[tuple[int, int, int, bool]], bool]:
    """Negators stand behind what they negate."""
    pattern, kinds = _JAPANESE_WORDS
    found: list[tuple[int, int, int, bool]] = []
    negated = False
    for match in pattern.finditer(part):
        kind = kinds[match[0]]
        if kind in _OWN:
            found.append((offset + match.start(), offset + match.end(), _OWN[kind], kind == "p"))
        elif kind == "n" and found:
            start, end, sign, presence = found[-1]
            found[-1], negated = (start, end, -sign, presence), True
        elif match[0] in ("べき", "必要がある", "なければならない", "求めて"):
            return [], False
    return found, negated
