"""Things that judges ask for of code, products, science, money and jobs, and the forms that prove one is in a text, as data for `term_concepts`."""

from __future__ import annotations

ROWS = r"""
docstring|documentation|function documentation => ["']{3}|/\*\*|\bdocstring\b
comment|code comment|inline comment|explanatory comment => (?m:(?:^|\s)#[ \w]|//|/\*|<!--|--\s\w)
type hint|type annotation|annotation|typing => ->|:\s?(?:int|str|float|bool|list|dict|tuple|Optional|string|number|boolean)\b
test|unit test|test case|testing|any tests => \b(?:tests?|assert\w*|pytest|unittest|spec|tested|testing)\b
error handling|exception handling|handling of errors|failure case|error case|failure handling => \btry\b[:/]|\b(?:except\b|
  catch\w*|rais(?:e|es|ing)|throws? (?:an? )?\w*(?:error|exception)s?|exceptions?|error handling|rescue|finally:)
input validation|validation|check of the input|invalid input|bad input|malformed input => \b(?:valid\w+|invalid|rais(?:e|es|
  ing)|isinstance|malformed|ValueError|TypeError|if not|sanit\w+)\b
edge case|empty list|empty input|corner case|special case|empty file|empty string => \b(?:empty|null|none|zero|edge cases?|
  corner cases?|negative|undefined|if not|len\(|no (?:rows|items|elements|results))\b
null|null value|null result|null handling|missing value => \b(?:null|none|nil|nan|coalesce|undefined|missing)\b
time complexity|complexity|big o|runtime complexity => O\(|\b(?:linear|quadratic|logarithmic|constant time|complexity|
  n log n)\b
performance|efficiency|speed|runtime|running time => O\(|\b(?:linear|quadratic|slow\w*|fast\w*|efficien\w+|performance|
  speed\w*|quick\w*|runtime|milliseconds?|ms)\b
memory|memory use|ram|main memory|amount of memory|memory usage|how much ram => \b(?:memory|ram|gb of|heap|
  O\(1\) space)\b
storage space|disk space|hard disk|ssd|storage capacity => \b(?:ssd|hard dis[ck]|storage|\d+ ?(?:gb|tb)\b)
graphics card|gpu|graphics => \b(?:graphics?|gpu|video card)\b
battery life|!battery|battery runtime|running time on battery => \b(?:battery|mah|per charge)\b
!weight => \b\d[\d.,]* ?(?:kg|kilo\w*|g|grams?|lb|lbs|pounds?|ounces?|oz|tonnes?)\b|\bweigh\w*\b|\blight(?:er|est|weight)\b
!dimension|!size|!measurement|!capacity|!volume => \b\d[\d.,]* ?(?:x|×)? ?(?:cm|mm|m|inch\w*|litres?|liters?|l|ft|feet|ml|
  in)\b|\b\d+(?:["”])|\b(?:one|two|three|half a)[- ]litre\b
colour|color|colours|colour option|colour choice|available colour|name of a colour => \b(?:red|blue|green|yellow|white|black|
  brown|orange|purple|gr[ae]y|gold|silver|pink|navy|beige|moss|slate|rust|charcoal|cream|ivory|olive|teal|turquoise|sand|
  burgundy|maroon|khaki|indigo|violet|coral|ochre|anthracite)\b
material|fabric => \b(?:nylon|cotton|wool|leather|steel|alumini?um|plastic|wood\w*|polyester|linen|glass|ceramic|oak|bamboo|
  titanium|canvas|made (?:of|from))\b
warranty|guarantee|guarantee period => \b(?:warrant\w+|guarante\w+)\b
waterproofing|water resistance|rain protection|weather protection => \b(?:waterproof\w*|water[- ]resist\w*|rain cover|rain|
  showers?|splash\w*|ip\d\d)\b
compatibility|supported system|system requirement|operating system => \b(?:compatib\w+|windows|macos|linux|android|ios|
  works with|supports?|requires?)\b
example call|usage example|example of use|example usage|sample call|sample output => \bprint\(|\b(?:for example|for instance|
  e\.g\.|example|console\.log)|>>>
import|import statement|required import => (?m:^\s*(?:import|from|#include|using|require)\b)|\brequire\(
return value|what it returns|return statement => \breturn\w*\b
parameter|argument|explanation of the parameters => \b(?:param\w*|argument\w*|args?)\b
security|security risk|sql injection|injection|injection risk|security concern => \b(?:secur\w+|inject\w+|vulnerab\w+|
  escap\w+|saniti\w+|parameteri[sz]ed|prepared|xss|csrf|encrypt\w+|hash\w*|attack\w*|malicious)\b
encoding|character encoding|unicode => \b(?:encod\w+|utf-?8|unicode|ascii|latin-1)\b
logging => \blog(?:s|ger|ging|ged)?\b
naming|variable name|name of the variable|variable naming => \b(?:nam(?:e|es|ed|ing)|rename\w*|identifier)\b
readability|code style|style|style issue => \b(?:readab\w+|style|pep ?8|clean\w*|clear\w*|concise|idiomatic|refactor\w*|
  lint\w*|nit)\b
index|database index|indexing => \bindex\w*\b
grouping|group by|group by clause => \bgroup\w*\b
sorting|order by|ordering|order by clause|sort order => \b(?:order\w* by|sort\w*)\b
limit clause|limit|row limit => \blimit\w*\b|\btop \d
join|join condition|join clause => \bjoin\w*\b
backup|data backup|back-up => \b(?:back(?:ed|ing)?[- ]?ups?|cop(?:y|ies) of|save a copy|restore)\b
formula|equation|mathematical formula => \w\s?=\s?[\w(]|→|->
calculation|intermediate step|working|interim result|computation|how it was calculated|
  derivation => \d[^\n.=]{0,14}[-+*/×÷·−][^\n.=]{0,14}\d[^\n=]{0,12}=|=\s?\d
final answer|answer sentence|sentence giving the answer|final sentence giving the answer|concluding sentence|
  answer in a sentence|closing sentence|result sentence => \b(?:therefore|thus|so|hence|in total|altogether|the answer is|
  arrives? at|the result is|which (?:gives|makes)|you (?:need|get|pay|have)|is|are|costs?)\b[^.\n]{0,60}\d[^\n]{0,40}\.?\W*\Z
unit|unit of measurement|units => \b\d[\d.,]* ?(?:km|cm|mm|m|kg|g|mg|s|h|min|ml|l|m/s|km/h|°C|°F|J|N|W|V|A|Hz|Pa|mol|euros?|
  dollars?|metres?|meters?|hours?|minutes?|seconds?|miles?|litres?|%)(?:\b|(?=\W)|\Z)|[$€£]\d
check|verification|check of the result|verification of the result|cross-check|plausibility check|result check|proof|
  sanity check => \b(?:check\w*|verif\w+|confirm\w*|double-check|sanity|plug(?:ging)? (?:it )?(?:back )?in|substitut\w+ back|
  indeed)\b
analogy|metaphor|simile|figurative language => (?<!would )(?<!['’]d )\blike an?\b|\b(?:as if|imagine|just as|as \w+ as|
  compar\w+|similar to)\b|\bthink of\b
sun|sunlight|solar => \b(?:sun|sunny|sunlight|sunshine|solar|daylight)\b
sunset => \b(?:sunset|dusk|setting sun)\b
white light|composition of white light|colours in white light|spectrum => \b(?:rainbow|spectrum|all (?:the )?colou?rs|
  white light|prism)\b
air|atmosphere => \b(?:air|atmospher\w+|sky|gas(?:es)?)\b
wind|wind load|wind pressure => \b(?:winds?|windy|gusts?|gales?)\b
microchip|chip|chipping|microchipping => \b(?:micro)?chip\w*\b
vaccination|vaccine|immunisation|immunization => \b(?:vaccin\w+|jabs?|rabies|immuni[sz]\w+|shots)\b
vet|veterinarian|vet visit => \b(?:vets?|veterinar\w+)\b
soil|soil type|potting mix => \b(?:soil|compost|earth|potting mix|loam|peat|clay|sandy)\b
watering|how often to water|water requirement|irrigation => \b(?:water\w*|moist\w*|irrigat\w+|soak\w*|drench\w*)\b
!light|light requirement|sunlight|amount of light|sun exposure|position => \b(?:sun\w*|light|shad(?:e|y)|bright|south-facing|
  window\w*)\b
fertiliser|fertilizer|feeding|plant food => \b(?:fertili[sz]\w+|feed\w*|compost|manure|nitrogen|plant food|tomato food)\b
pest|pest control|disease|insect => \b(?:aphids?|slugs?|pests?|mites?|fung\w+|mildew|blight|insects?|caterpillars?|diseases?|
  bugs?|snails?)\b
frost|frost protection|winter protection|cold weather|winter => \b(?:frost\w*|winter|fleece|hardy|freez\w+|mulch\w*|indoors|
  cold)\b
harvest|harvesting|harvest time => \b(?:harvest\w*|pick(?:ed|ing)?|ripe\w*|ready to eat)\b
interest rate|!interest|rate of interest|apr => \b(?:interest|apr)\b|\d ?% (?:a year|per year|p\.a|per annum)
risk|investment risk|risk of loss|risk warning => \b(?:risk\w*|los(?:e|s|es|ing)|volatil\w+|fall in value|not guaranteed|
  go down|fluctuat\w+)\b
diversification|spreading the risk|spread of risk => \b(?:diversif\w+|spread\w*|mix of|different (?:companies|assets|funds)|
  index funds?|eggs in one basket)\b
emergency fund|savings|reserve|safety net => \b(?:emergency fund|saving\w*|sav(?:e|ed)|set aside|put aside|cushion|rainy day|
  reserve\w*|months['’]? (?:of )?(?:expenses|spending))\b
tax|taxation|tax implication|tax aspect|tax treatment => \b(?:tax\w*|vat|irs|hmrc|levy)\b
inflation|rising prices|price increase => \b(?:inflation\w*|cpi|rpi|ris(?:e|ing) (?:in )?prices|prices? (?:rise|rose|went up)|
  more expensive|purchasing power)\b
!fee|!charge|service charge => \b(?:fees?|charg\w+|commission|surcharge)\b
payment method|means of payment|how to pay|payment option => \b(?:card|paypal|bank transfer|cash|invoice|direct debit|
  instal\w+|pay (?:by|with|via|in)|cheque)\b
landlord|owner => \b(?:landlord\w*|owner\w*|letting agent\w*)\b
deposit => \b(?:deposit\w*)\b
language skill|!language|foreign language|language knowledge => \b(?-i:(?:English|French|German|Spanish|Italian|Polish|
  Chinese|Mandarin|Swedish|Finnish|Danish|Dutch|Portuguese|Arabic|Russian|Japanese|Turkish|Hindi|Greek|Czech))\b|
  \b(?:fluent\w*|bilingual|languages?)\b
qualification|education|degree|academic background|educational background|training|studies => \b(?:degree|diploma|
  certificat\w+|certified|bachelor\w*|master\w*|phd|msc|bsc|graduat\w+|stud(?:y|ied|ies|ying)|universit\w+|qualif\w+|
  licen[cs]e|college|trained)\b
work experience|experience|professional experience|previous job|employment history => \b(?:years? (?:at|of|in|as)|worked|
  work(?:s|ing) (?:at|for|as)|experience\w*|internship|interned|currently|previous\w*|my (?:job|role|work))\b
achievement|accomplishment|quantified achievement => \b(?:I|she|he|team)\b[^.\n]{0,40}\b(?:achiev\w+|increas\w+|reduc\w+|cut|
  won|led|built|improv\w+|rais\w+|sav\w+|trained|launched|doubled|cleaned)\b
start date|availability|earliest start date|when the candidate could begin|notice of availability => \b(?:start|begin|join|
  available)\w*\b[^.\n]{0,40}(?:\d|immediately|january|february|march|april|may|june|july|august|september|october|november|
  december|once)
salary|salary expectation|pay|wage => \b(?:salar\w+|wages?|pay(?:ing)? (?:is|of)|remuneration|[$€£]\s?\d[\d,.]*k?)
interview|request for an interview|asking for an interview => \b(?:interview\w*|meet(?:ing)? you|talk (?:to|with) you|
  conversation)\b
attachment|enclosure => \b(?:attach\w*|enclos\w+|please find)\b
call to action|invitation to act|request for action => \b(?:join us|sign up|register|click|visit (?:us|our)|call us|
  contact us|order now|get in touch|come along|try it|buy now|download|let us know|bring (?:your|a))\b
offer of help|offer of further help|further help|further assistance|offer to help further|offer to help|offer of assistance|
  follow-up offer|additional support => \b(?:let (?:me|us) know|feel free|happy to help|(?:any|further|
  more) questions|anything else|just reply|reach out|here to help|glad to help|contact us|(?:if|should) you (?:need|have) (?:any|
  more|further|questions|help)|would like (?:me|us|it)|shall i\b|want me to)\b
alternative|other option|plan b|fallback|other possibility|alternative suggestion => \b(?:alternativ\w*|instead|or else|
  otherwise|another (?:option|way|possibility)|(?:you|I|we)['’]d rather|could also|rather than|substitut\w+|works as well)\b
conclusion|summary|closing remark|closing paragraph|final remark|concluding remark => \b(?:in conclusion|to conclude|
  to sum up|in (?:summary|short|brief)|overall|all in all|ultimately|conclusion|so next time|let us therefore|in the end)\b
list of ingredients|ingredient list|ingredient => \b(?:ingredients|\d+ ?(?:g|ml|tbsp|tsp|cups?|cloves?|tablespoons?|
  teaspoons?|eggs?|oz|lb|kg|pinch))\b
tool tip|keyboard shortcut|shortcut => \b(?:ctrl|cmd|alt|shift|command|win)\b ?\+
restart|reboot|restarting|restarting the router => \b(?:restart\w*|reboot\w*|power[- ]cycl\w+|unplug\w*|turn (?:it|
  the \w+) off|off and on)\b
factory reset|reset => \b(?:factory|reset\w*)\b
speed test|line test|measuring the speed => \b(?:speed ?tests?|line test|measure|test the)\b
wireless channel|wi-fi channel|channel|frequency band|frequency => \b(?:channels?|\d(?:\.\d)? ?ghz|bands?|frequenc\w+)\b
firmware|firmware update|software update|update => \b(?:firmware|updat\w+|upgrad\w+|latest version|patch\w*)\b
"""
