"""Number words, scales, units and the small words around them, as data for `find_quantities`.

Words are lower-case. English in full; German, French, Spanish, Italian, Portuguese and Dutch to a hundred, with hundreds and thousands.
"""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """A unit as it is written: canonical value = value * factor + offset."""

    name: str
    kind: str
    factor: float
    offset: float = 0.0


def word_list(words: str) -> list[str]:
    """Words of a line; `_` is a space within one."""
    return [w.replace("_", " ") for w in words.split()]


_ENGLISH = word_list("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
_TENS = word_list("twenty thirty forty fifty sixty seventy eighty ninety")
_TEENS = {
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove",
    "nl": "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
}
_OTHER_TENS = {
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
}


def _french(n: int, small: list[str], tens: list[str]) -> str:
    if n >= 80:
        return "quatre vingts" if n == 80 else f"quatre vingt {small[n - 80]}"
    ten = min(n // 10, 6)
    rest = n - ten * 10
    if rest == 0:
        return tens[ten - 2]
    return f"{tens[ten - 2]} {'et ' if rest in (1, 11) else ''}{small[rest]}"


def _compound(language: str, n: int, small: list[str], tens: list[str]) -> str:
    """The word for n, 20 to 99."""
    if language == "fr":
        return _french(n, small, tens)
    ten, one = tens[n // 10 - 2], n % 10
    if one == 0:
        return ten
    if language == "de":
        return f"{'ein' if one == 1 else small[one]}und{ten}"
    if language == "nl":
        return f"{small[one]}{'ën' if small[one].endswith('e') else 'en'}{ten}"
    if language == "it":
        return (ten[:-1] if one in (1, 8) else ten) + ("tré" if one == 3 else small[one])
    if language == "es" and n < 30:
        return "veinti" + {2: "dós", 3: "trés", 6: "séis"}.get(one, small[one])
    return f"{ten} {'y' if language == 'es' else 'e'} {small[one]}"


def _small_numbers() -> dict[str, int]:
    small = {word: n for n, word in enumerate(_ENGLISH)}
    for i, ten in enumerate(_TENS):
        small |= {ten: 20 + 10 * i, **{f"{ten} {_ENGLISH[one]}": 20 + 10 * i + one for one in range(1, 10)}}
    for language, words in _TEENS.items():
        teens, tens = word_list(words), word_list(_OTHER_TENS[language])
        small |= {word: n for n, word in enumerate(teens) if n >= 2}
        small |= {_compound(language, n, teens, tens): n for n in range(20, 100)}
    plain = str.maketrans("éèóßë", "eeose")
    small |= {word.translate(plain).replace("dreisig", "dreissig"): n for word, n in list(small.items())}
    small |= {"zéro": 0, "cero": 0, "zwo": 2, "duas": 2, "dezasseis": 16, "dezassete": 17, "dezanove": 19, "quatorze": 14, "quatre vingt": 80}
    for word in ("null", "nul"):  # a value in code, and "void", more often than the number
        small.pop(word, None)
    return small


SMALL = _small_numbers()
"""Words (joined by one space) for 0 to 99. The articles (un, ein, een, um ...) are no numbers of their own."""

LONGEST_SMALL = 4

HUNDRED = frozenset(word_list("hundred hundert cent cents ciento cien cento cem honderd"))
BARE_HUNDRED = HUNDRED - {"hundred"}
MORE_HUNDREDS = {
    word: 100 * n
    for language, hundreds in {
        "de": {n: f"{w}hundert" for n, w in enumerate(word_list("ein zwei drei vier fünf sechs sieben acht neun"), 1)},
        "nl": {n: f"{w}honderd" for n, w in enumerate(word_list("twee drie vier vijf zes zeven acht negen"), 2)},
        "es": dict(enumerate(word_list("doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"), 2)),
        "it": {n: f"{w}cento" for n, w in enumerate(word_list("due tre quattro cinque sei sette otto nove"), 2)},
        "pt": dict(enumerate(word_list("duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"), 2)),
    }.items()
    for n, word in hundreds.items()
}

SCALES: dict[str, float] = {}
for _value, _words in (
    (1e3, "thousand k tausend mille mil mila duizend tsd"),
    (1e6, "million millions mio mn mln millionen millón millones milione milioni milhão milhões miljoen"),
    (1e9, "billion billions bn milliarde milliarden milliard milliards miliardo miliardi miljard mrd"),
    (1e12, "trillion trillions"),
):
    SCALES |= dict.fromkeys(word_list(_words), _value)
SHORT_SCALES = frozenset(word_list("k mn mio mln bn tsd mrd"))
BARE_SCALES = frozenset(word_list("tausend mille mil duizend"))
CJK_DIGITS = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
CJK_TENS = {"十": 10, "百": 100, "千": 1000}
CJK_SCALES = {"万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8, "兆": 1e12}
CJK_COUNTERS = frozenset("个個条條项項次名位件つ本篇份张張句段字词詞語语行点點页頁章节節倍种種人回枚册冊文单單")

FRACTIONS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
_ORDINALS = word_list("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth")
ORDINALS = {word: n for n, word in enumerate([*_ORDINALS, *word_list("seventeenth eighteenth nineteenth twentieth")], 1)} | {"thirtieth": 30, "hundredth": 100}
FRACTIONS |= {f"{word}s": n for word, n in ORDINALS.items() if n >= 3}

MULTIPLES = {"twice": 2, "thrice": 3, "double": 2, "doubled": 2, "doubles": 2, "triple": 3, "tripled": 3, "triples": 3}

NEEDS_LANGUAGE = {
    "once": "es", "dos": "es", "seis": "es pt", "mil": "es pt", "due": "it", "sei": "it", "tre": "it", "otto": "it", "cento": "it pt", "elf": "de nl",
    "acht": "de nl", "doze": "pt", "cent": "fr", "cents": "fr", "mille": "fr it", "dix": "fr", "sept": "fr", "neuf": "fr", "nove": "it pt", "venti": "it",
    "quince": "es", "onze": "fr pt nl", "mila": "it", "cem": "pt", "tres": "es",
}  # fmt: skip
"""Words that are something else in another language -> languages of which the text must show two small words."""

LANGUAGE_WORDS = {
    "de": frozenset(word_list("der die das und ist nicht mit ein eine hat sind von den dem zu im für auf")),
    "fr": frozenset(word_list("le la les des est une un avec dans et pas du sur pour que qui de en")),
    "es": frozenset(word_list("el la los las es una un con y no en que del por de hay tiene para se")),
    "it": frozenset(word_list("il la gli le è una un con e non di che del per in ha sono nel della")),
    "pt": frozenset(word_list("o a os as é uma um com e não de que do da em para tem são")),
    "nl": frozenset(word_list("de het een en is niet met van in op dat zijn heeft voor")),
}

UNITS: dict[str, Unit] = {}
for _name, _kind, _factor, _words in (
    ("%", "percent", 1, "% percent per_cent pct prozent pour_cent por_ciento per_cento por_cento procent パーセント"),
    ("pp", "percent", 1, "pp percentage_point percentage_points prozentpunkte"),
    ("USD", "money", 1, "$ us$ usd dollar dollars"),
    ("EUR", "money", 1, "€ eur euro euros"),
    ("GBP", "money", 1, "£ gbp"),
    ("JPY", "money", 1, "¥ jpy yen 円"),
    ("CNY", "money", 1, "cny rmb yuan 元"),
    ("CHF", "money", 1, "chf"),
    ("INR", "money", 1, "₹ inr rupees"),
    ("CAD", "money", 1, "cad ca$ c$"),
    ("AUD", "money", 1, "aud a$"),
    ("KRW", "money", 1, "₩ krw"),
    ("minute", "duration", 1 / 60_000, "ms millisecond milliseconds"),
    ("minute", "duration", 1 / 60, "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi 秒"),
    ("minute", "duration", 1, "min mins minute minutes minuten minuto minutos minuti 分钟 分鐘 分間"),
    ("minute", "duration", 60, "h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur 小时 小時 時間"),
    (
        "day",
        "duration",
        1,
        "day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen working_day working_days business_day business_days werktage 天 日 日間 工作日 个工作日 個工作日 営業日",
    ),
    ("day", "duration", 7, "week weeks wk wks woche wochen semaine semaines semana semanas settimana settimane weken 周 週 週間 星期 个星期"),
    ("day", "duration", 14, "fortnight fortnights"),
    ("month", "duration", 1, "month months monat monate monaten mois mes meses mese mesi mês maand maanden 个月 個月 か月 ヶ月"),
    ("month", "duration", 12, "year years yr yrs jahr jahre jahren ans année années año años anno anni ano anos jaar 年 年間"),
    ("month", "duration", 120, "decade decades"),
    ("byte", "size", 1, "byte bytes"),
    ("byte", "size", 1e3, "kb kilobyte kilobytes"),
    ("byte", "size", 1e6, "mb megabyte megabytes"),
    ("byte", "size", 1e9, "gb gigabyte gigabytes"),
    ("byte", "size", 1e12, "tb terabyte terabytes"),
    ("byte", "size", 1024, "kib"),
    ("byte", "size", 1024**2, "mib"),
    ("byte", "size", 1024**3, "gib"),
    ("metre", "length", 1e-3, "mm millimetre millimetres millimeter millimeters"),
    ("metre", "length", 1e-2, "cm centimetre centimetres centimeter centimeters"),
    ("metre", "length", 1, "m metre metres meter meters 米"),
    ("metre", "length", 1e3, "km kilometre kilometres kilometer kilometers 公里"),
    ("metre", "length", 0.0254, "inch inches"),
    ("metre", "length", 0.3048, "ft foot feet"),
    ("metre", "length", 0.9144, "yd yard yards"),
    ("metre", "length", 1609.344, "mi mile miles"),
    ("gram", "weight", 1e-3, "mg milligram milligrams"),
    ("gram", "weight", 1, "g gram grams gramm"),
    ("gram", "weight", 1e3, "kg kilo kilos kilogram kilograms 公斤"),
    ("gram", "weight", 1e6, "tonne tonnes"),
    ("gram", "weight", 453.59237, "lb lbs"),
    ("gram", "weight", 28.349523125, "oz ounce ounces"),
    ("pound", "number", 1, "pound pounds"),
    ("cent", "money", 1, "cent cents ¢"),
    ("litre", "volume", 1e-3, "ml millilitre millilitres milliliter milliliters"),
    ("litre", "volume", 1, "l litre litres liter liters"),
    ("°C", "temperature", 1, "°c degrees_celsius degree_celsius celsius degrees_c grad_celsius"),
    ("degree", "number", 1, "° degree degrees"),
    ("km/h", "speed", 1, "km/h kmh kph"),
    ("mph", "speed", 1, "mph"),
    ("px", "size", 1, "px pixel pixels"),
    ("time", "multiple", 1, "x × time times fold mal fois veces volte vezes keer 倍 次"),
):
    UNITS |= {word: Unit(_name, _kind, _factor) for word in word_list(_words)}
UNITS |= dict.fromkeys(word_list("°f degrees_fahrenheit degree_fahrenheit fahrenheit degrees_f"), Unit("°C", "temperature", 5 / 9, -160 / 9))
SYMBOLS = {word: unit for word, unit in UNITS.items() if unit.kind == "money" and len(word) <= 3}
"""Money that may stand before its number."""

MONTHS: dict[str, int] = {}
for _words in (
    "january february march april may june july august september october november december",
    "jan feb mar apr _ jun jul aug sep oct nov dec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart april mei juni juli augustus september oktober november december",
):
    MONTHS |= {word: n for n, word in enumerate(_words.split(), 1) if word != "_"}
MONTHS["sept"] = 9
