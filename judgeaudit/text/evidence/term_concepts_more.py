"""Things that judges ask for of everything else, and the forms that prove one is in a text, as data for `term_concepts`."""

from __future__ import annotations

ROWS = r"""
extraordinary circumstances|exceptional circumstances|force majeure => \b(?:extraordinary|exceptional|outside (?:its|their|
  our|the \w+['’]s) control|beyond (?:its|their|our) control|storm|strike|volcanic|force majeure|act of god)\b
overnight accommodation|overnight stay|hotel night => \b(?:overnight|hotel|accommodation|put (?:you|them|us) up|lodging)\b
meals and refreshments|refreshments|meals|catering on board => \b(?:meals?|refreshments?|feed you|food|drinks?|snacks?)\b
diameter|width|size of the moon => \b(?:diameter|across|wide|in width)\b
discoverer|who discovered it => \b(?:discover\w+|found by|first (?:seen|observed|described)|saw)\b
mutation|side effect on the array|in-place modification|change in place => \b(?:in[- ]place|mutat\w+|modif\w+|
  chang\w+ the (?:array|list|original))\b
copy|shallow copy|deep copy => \bcop(?:y|ies|ied|ying)\b
former employer|previous employer|old employer|former company => \b(?:years? at|formerly|previously|worked (?:at|for)|time at|
  ex-|after \w+ (?:\w+ )?years at)\b
new role|new position|new job|job title|new job title|position => \b(?:joined|join(?:ing)?|as (?:an? |the |
  our )?(?:\w+ )?(?-i:[A-Z])\w+|appointed|new (?:role|job|position)|starting as|promoted|head of)\b
new employer|new company => \b(?:joined|joining|join|starting at|now at|moving to)\b
frozen meat|frozen ingredients|defrosting|thawing => \b(?:frozen|thaw\w*|defrost\w*)\b
food safety|hygiene => \b(?:danger zone|bacteria|raw|hygien\w+|wash (?:your )?hands|food poisoning|refrigerat\w+|
  cook(?:ed)? through|internal temperature|pasteuris\w+|salmonella)\b
timer|automatic switch-off => \b(?:timer|switch(?:es)? (?:itself )?off|auto(?:matic)?[- ](?:off|shut)|keep warm)\b
parental leave|returning parents|parents => \b(?:parental|maternity|paternity|parents?)\b
application deadline|deadline for applications|deadline for the request => \b(?:by|before|until|no later than) (?:the )?(?:\d|
  end|mon|tues|wednes|thurs|fri|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)
mnemonic|memory aid|trick|trick for remembering|memory trick|rule of thumb|trick for remembering the rule => \b(?:trick|
  quick test|rule of thumb|mnemonic|remember|easy way|think of)\b
possessive|possessive form|possession => \bpossess\w+\b
dividend => \bdividends?\b|\bper share\b|\ba share\b
liability|responsibility => \b(?:liab\w+|responsib\w+|accountab\w+)\b
replacement cost|cost of a replacement|what a replacement costs|replacement fee => \b(?:new|replacement) \w+ (?:is|costs?)\b
number of people affected|number of those affected|extent of the breach|number of affected customers => \b\d[\d,.]* (?:\w+ )?(
  ?:customers|people|users|accounts|passengers|patients|residents|households|members|clients)\b
way to get in touch|means of contact|possibility of contact|point of contact => \b(?:contact (?:us|me|our)|call (?:us|me|our)|
  (?:call|ring|phone) \+?\d|e-?mail|write to|reach (?:us|me)|get in touch)\b|@|\bextension \d
steam|covered vessel|covered pot|lid => \b(?:steam\w*|lid|lidded|covered|dutch oven)\b
author|novelist|writer|author's name|name of the author|who wrote it => \bby (?-i:[A-Z][\w'’.-]+(?: [A-Z][\w'’.-]+)+)|
  \b(?:author|writer|novelist|written by)\b
genre => \b(?:novel|thriller|romance|detective|mystery|crime|science fiction|sci-fi|fantasy|horror|comedy|drama|memoir|
  biography|love story|adventure|western|documentary|historical)\b
protagonist|main character|hero|heroine => \b(?:hero(?:ine)?|protagonist|main character|sets out|follows|tells the story of|
  learns|must)\b
age limit|minimum age|age requirement => \b(?:\d+ or (?:over|older)|over \d+|at least \d+|aged \d+|under-?\d+s?|\d+\+|
  adults only)\b
credit check => \bcredit (?:check|score|rating)\b
minimum order|minimum basket|minimum amount|minimum order value => \b(?:minimum|at least|from [$€£]|over [$€£]|baskets? from|
  orders? (?:over|above))\b
dry run|test run|trial run|preview => \b(?:dry[- ]run|test run|trial run|-print|preview|first to see|without deleting|
  --dry-run|echo|rehears\w+)\b
empty result|no matches|case where nothing is found|no result => \b(?:no match(?:es)?|empty|nothing (?:is )?found|no results?|
  none found|no files)\b
file names with spaces|spaces in file names|whitespace => \b(?:spaces?|whitespace|print0|quot(?:e|es|ing))\b
sanction|punishment|what the sanction is => \b(?:penalt\w+|free kick|punish\w+|sanction\w*|fine[ds]?|suspen\w+|ban(?:ned)?|
  yellow card|red card)\b
drop-out|dropout|attrition|loss to follow-up|withdrawal => \b(?:dropp?ed[- ]out|drop[- ]?outs?|left the (?:study|trial)|
  withdr[ae]w\w*|lost to follow-up|discontinu\w+|attrition|left .{0,10}early)\b
study design|design of the study|type of study => \b(?:crossover|randomi[sz]ed|trial|cohort|survey|case-control|observational|
  double-blind|experiment\w*|interview\w*|placebo)\b
confidence interval|uncertainty|margin of error => \b(?:confidence interval|ci|±|margin of error|standard (?:error|deviation)|
  plus or minus)\b
sample|sample size|number of participants|number of subjects|number of respondents|study population => \b\d[\d,.]* (?:\w+ ){0,
  3}(?:participants|adults|people|patients|respondents|subjects|volunteers|diabetics|students|employees|women|men|children|
  households)\b|\bn ?= ?\d
funding source|funder|sponsor|who paid for the study => \b(?:fund\w*|sponsor\w*|financed|paid for by|grant|supported by|
  foundation)\b
conflict of interest => \b(?:conflicts? of interest|competing interest|declare)\b
husband|late husband|wife|late wife|spouse|marriage|marital status => \b(?:husband|wife|married|marry|widow\w*|spouse|
  predeceas\w+|partner)\b
surviving relatives|children|survivors|relatives|bereaved => \b(?:daughters?|sons?|children|grandchild\w*|leaves|
  survived by)\b
funeral|funeral service|funeral details => \b(?:funeral|service|burial|cremat\w+|memorial)\b
donations|donation request|flowers => \b(?:donat\w+|flowers|in lieu)\b
photography|photo tip|taking photos|how to photograph => \b(?:photos?|photograph\w*|camera|tripod|exposure|lens|pictures?)\b
length of stay|how long to stay|recommended stay => \b(?:\d+|two|three|four|five|six|seven|a few|several) (?:nights?|days?|
  weeks?)\b
backup code|recovery code|backup codes => \b(?:backup|recovery|emergency) codes?\b
identity check|verification|identity form => \b(?:identity|verif\w+|id form|proof of id)\b
two-factor authentication|two-step verification|2fa => \b(?:2fa|two[- ](?:factor|step)|authenticat\w+|six-digit code|
  one-time (?:code|password))\b
amount of damages|sum awarded|how much the tenant was awarded => [$€£]\s?\d|\b\d[\d,.]* ?(?:euros?|dollars?|pounds?)
appeal|right to appeal|permission to appeal => \bappeal\w*\b
ruling|verdict|decision|outcome of the case|court's decision => \b(?:ruled|held|found|decided|dismissed|upheld|awarded|
  judgment|verdict|granted|rejected)\b
trial lesson|trial session|day pass|trial visit|trial membership|try it out => \b(?:day pass|trial|try (?:it|us|them|out)|
  free (?:class|session|week)|taster)\b
childcare|creche|crèche => \b(?:childcare|cr[eè]che|nursery|kids['’]? club|babysit\w*)\b
contract term|minimum term|contract length|commitment => \b(?:\d+[- ]months? contract|no contract|contract|minimum term|
  commit\w*|tied in|monthly)\b
goal for the future|goal|target|aim for the future|target for next term|objective => \b(?:targets?|goals?|aims?|objectives?|
  next term|next year|should now|work on)\b
hr address|e-mail address => [\w.+-]+@[\w-]+\.\w
hashtag|hashtags => #\w
bullet points|bullets|bulleted list => (?m:^\s*[-*•] \S)
headings|heading|subheading|section heading => (?m:^#{1,6} \S|^\*\*[^*\n]{2,60}\*\*:?\s*$|^[A-Z][^\n.]{2,50}:$)
steps|step-by-step instruction|step-by-step guide|numbered steps|step by step => (?m:^\s*\d+[.)] \S)|\bstep \d
table|tabular overview => (?m:^\s*\|.*\|)
bold|bold print|emphasis => \*\*[^*\n]+\*\*|<b>
word count => \b\d+ words\b
keyword|keywords => \bkey ?words?\b
target audience|intended audience|who it is for => \b(?:for (?:beginners|children|families|adults|students|anyone|everyone|
  people|teams)|aimed at|ideal for|perfect for|suits?|suitable for)\b
recommendation|clear recommendation|final recommendation|verdict => \b(?:recommend\w*|i['’]d (?:take|choose|pick|go)|
  best (?:choice|option|pick)|choose|go for|opt for|suggest\w*|our pick|advis\w+|we propose)\b
!budget|total cost|overall cost|overall price => \b(?:total|altogether|in all|overall|sum)\b[^.\n]{0,30}\d
currency => [$€£¥]|\b(?:euros?|dollars?|pounds?|usd|eur|gbp|yen|francs?|kron\w+)\b
change of address|address => \b\d{1,4}[a-z]? (?-i:[A-Z])\w+ (?:street|st|road|rd|avenue|ave|lane|drive|square|place|way)\b|
  \b(?-i:[A-Z])\w+(?:stra(?:ß|ss)e|gasse|weg|platz) \d|\b(?-i:[A-Z]\w+) (?:street|road|avenue|lane|square)\b
postcode|zip code => \b(?-i:[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2})\b|\b\d{5}\b
chemical equation|reaction equation|balanced equation => (?:→|->|⟶|=)\s*\d?\s?(?-i:[A-Z])
oxygen|release of oxygen => \b(?:oxygen|o2|O₂)
carbon dioxide|co2|uptake of carbon dioxide => \b(?:carbon dioxide|co2)\b|CO₂
chlorophyll => \b(?:chlorophyll|green (?:pigment|stuff|colour))\b
population|number of inhabitants => \b\d[\d,.]* ?(?:million )?(?:people|inhabitants|residents|citizens)\b|\bpopulation\b
capital|capital city => \bcapital\b
religion|faith => \b(?:church|mosque|temple|faith|religio\w+|christian\w*|muslim\w*|jewish|hindu\w*|buddhis\w+)\b
taxes|tax burden => \btax\w*\b
hunger|food price|price of bread|bread price|cost of food|food shortage|famine => \b(?:bread|hunger|hungry|famine|harvest|
  food|starv\w+|grain)\b
national debt|state debt|bankruptcy|empty treasury|debt|insolvency => \b(?:debts?|treasury|bankrupt\w*|insolven\w+|deficit|
  owed|loans?)\b
monarch|king|name of the monarch|name of the king => \b(?-i:(?:King|Queen|Emperor|Tsar) [A-Z]\w+|[A-Z]\w+ (?:I{1,3}|IV|
  VI{0,3}|IX|XI{0,3}|XIV|XVI?|XVIII?))\b
enlightenment|new ideas|thinkers|philosophers => \b(?:enlightenment|voltaire|rousseau|montesquieu|philosoph\w+|thinkers?|
  new ideas)\b
return policy|returns policy|possibility of return|returning the item|right of return => \b(?:return\w*|send (?:it|them) back|
  money back|refund\w*|exchange\w*)\b
home office|remote work|working from home => \b(?:remote\w*|home office|from home|hybrid|telework\w*)\b
holiday|holiday entitlement|vacation days|annual leave => \b(?:holidays?|annual leave|days off|vacation|days['’]? leave|
  leave)\b
sick pay|sick leave => \b(?:sick\w*|illness)\b
overtime => \b(?:overtime|extra hours|lost hours|additional hours)\b
probation|probationary period|trial period => \b(?:probation\w*|trial period|first (?:three|six) months)\b
data protection|privacy|confidentiality => \b(?:privacy|gdpr|personal data|data protection|confidential\w*|anonym\w+)\b
data loss|loss of data => \b(?:los[est]+|lost|gone|deleted|overwritten|disappear\w*)\b
rollback|how to undo it|undo|reverting => \b(?:roll(?:ed|ing)? ?back|undo|revert\w*|restore\w*|git reset|ctrl\+z)\b
version number|required version => \bv\d+\.\d+|\bversion \d|\b(?-i:[A-Z]\w+) \d\.\d+
command|terminal command|shell command => `[^`\n]+`|```|(?m:^\s*\$ )
permission|file permission|administrator right|root access => \b(?:permission\w*|sudo|admin\w*|root|chmod|rights?)\b
log file|logs => \blogs?\b
health check|liveness probe|readiness probe => \b(?:probes?|health ?checks?|liveness|readiness)\b
resource limit|memory limit => \b(?:limits?|resources)\b
caching|cache => \bcach\w+\b
concurrency|thread safety|race condition|parallel access => \b(?:thread\w*|concurren\w+|race|lock\w*|mutex|parallel\w*|
  atomic\w*|async\w*)\b
regular expression|regex => \b(?:regex\w*|regular expression|re\.\w+)\b|\[[A-Z]-[A-Z]
upper and lower case|case sensitivity|case-insensitivity|capitalisation => \b(?:case[- ]?(?:in)?sensitiv\w+|upper ?case|
  lower ?case|ignorecase|\.lower\(\)|\.upper\(\)|capital\w*|casefold)\b
"""
