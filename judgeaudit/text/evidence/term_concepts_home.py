"""Things that judges ask for of recipes, medicine, trips, events and news, and the forms that prove one is in a text, as data for `term_concepts`."""

from __future__ import annotations

ROWS = r"""
number of servings|servings|serving size|portion size|yield => \bserv(?:es?|ings?|ing size)\b.{0,12}(?:\d|two|four|six|eight)|
  \bfor (?:\d|two|three|four|six|eight)\w{0,3} (?:people|persons|guests)|\b(?:\d+|two|four|six|eight|a dozen) (?:servings|
  portions|people)\b|\bmakes (?:about |around )?(?:\d|a dozen|twelve|two|four|six)
oven temperature|baking temperature|cooking temperature|!temperature|heat level|heat setting => \d ?°|°[CF]\b|\bdegrees?\b|
  \bgas mark\b|\b(?:low|medium|high|gentle|moderate)(?:-high|-low)? (?:heat|flame)\b|\b\d{3} ?[CF]\b
cooking time|baking time|boiling time|roasting time|simmering time|frying time => \b\d+(?:½)?(?:\s?(?:to|-|
  –)\s?\d+)? ?(?:more )?(?:minutes?|mins?|hours?|hrs?|seconds)\b|\b(?:half an|an|one|two|three|a few|ten|five|fifteen|twenty|
  thirty|forty) (?:hours?|minutes?)\b|\bovernight\b|\buntil (?:golden|tender|soft|brown|done|crisp|set|translucent|al dente|
  thick|bubbling)
doneness|doneness test|how to tell when it is done|sign of doneness|when it is done|test for doneness => \buntil (?:golden|
  tender|soft|brown|done|crisp|set|translucent|al dente|firm|it|the|a)\b|\bskewer\b|\btoothpick\b|\bcomes out clean\b|
  \bhollow\b|\bjuices run\b|\binternal temperature\b
allergen|allergy|allergy warning|allergen warning|allergy information|allergen note => \b(?:allerg\w+|contains? (?:nuts|
  gluten|milk|eggs?|dairy|soy|sesame)|gluten-free|nut-free|dairy-free|coeliac|lactose|intoleran\w+)\b
storage|how to store it|shelf life|keeping time|leftover|storage instruction|storage advice|freezing => \b(?:stor(?:e|ed|ing|
  age) (?:it|them|in|the)|keeps? (?:for|up to|well|in the)|refrigerat\w+|fridge|freez(?:e|es|er|ing)|airtight|leftovers?)\b
substitute|substitution|alternative ingredient|vegan alternative|vegetarian alternative|
  dairy-free alternative => \b(?:instead of|substitut\w+|swap|replac\w+|alternative\w*|or use|if you (?:don['’]t|have no)|
  works? (?:just )?as well|will do|vegan|plant-based)\b
preheating|preheat|preheating the oven => \b(?:pre-?heat\w*|heat the oven|oven to)\b
resting|resting time|rest => \b(?:let (?:it|them|the \w+) (?:rest|stand|sit)|leave (?:it |them |the \w+ )?(?:to (?:rest|stand|
  cool|rise|prove)|for)|rest(?:ed|ing)? (?:for|in)|prove|rise)\b
seasoning => \b(?:salt\w*|pepper|season\w*|soy sauce|spices?)\b
salt => \b(?:salt\w*|soy sauce)\b
equipment|utensil|tool|kitchen equipment|tools needed|required tools => \b(?:pan|pot|oven|bowl|whisk|knife|blender|mixer|tray|
  tin|spanner|screwdriver|drill|wrench|hammer|pliers|saucepan|skillet|colander|sieve|brush|spatula|ladder|trowel|bucket)\b
cooling the eggs|cool the eggs|cooling|chilling|cold water => \b(?:iced?(?: water)?|cold (?:running )?water|cool(?:ed|ing)?|
  chill(?:ed)?|ice bath)\b
egg size|size of the eggs => \b(?:large|medium|small|size) eggs?\b
altitude|sea level|high altitude => \b(?:sea level|altitude|elevation|mountains?|metres up|high up)\b
!dose|!dosage|!dosing|recommended dose => \b\d[\d.,]*(?:\s?(?:to|-|–)\s?\d[\d.,]*)? ?(?:mg|mcg|µg|ml|g|units?|tablets?|
  capsules?|drops?|puffs?|iu|teaspoons?|tablespoons?)\b|\b(?:one|two|half a) (?:tablets?|capsules?|teaspoons?|spoonfuls?|
  puffs?|drops?)\b
maximum dose|daily limit|upper limit|dose limit|daily maximum|overdose|maximum daily dose => \b(?:no more than|at most|
  maximum|max\.?|not exceed|at or below|stay below|overdos\w+)\b|\bup to \d
dosing frequency|frequency|how often|interval|dosing interval => \bevery (?:other )?(?:\w+ )?(?:to \w+ )?(?:hours?|days?|
  weeks?|months?|years?|night|morning)\b|\b(?:once|twice|\w+ times) (?:a|per|each|daily)\b|\b(?:daily|hourly|weekly|monthly|
  annually|yearly|nightly)\b|\ba (?:day|week|month)\b
side effect|adverse effect|undesirable effect => \b(?:side effects?|nausea|drows\w+|dizz\w+|upset stomach|rash|constipat\w+|
  irritat\w+|ulcers?|bleeding|diarrh\w+|headaches?|dry mouth|may cause|can cause|can make you)\b
interaction|drug interaction|interaction with other drugs|other medicines|combination with other drugs => \b(?:interact\w*|
  together with|combin\w+|blood thinners?|warfarin|alongside|at the same time as|other medic\w+|mix(?:ed|ing)? with)\b
contraindication|who should avoid it|who should not take it|groups at risk|risk group|people at risk => \b(?:avoid (?:it|this|
  them)|should(?:n['’]t| not)|not suitable|unless your doctor|if you (?:have|are|take|suffer)|pregnan\w+|kidney|liver|ulcers?|
  contraindicat\w+|do(?:n['’]t| not) (?:take|use)|not for)\b
pregnancy|pregnant woman|pregnant women|pregnant user|expectant mother => \b(?:pregnan\w+|expectant|trimester|unborn)\b
children|child|use in children|young children|children's dose => \b(?:child\w*|kids?|toddlers?|infants?|bab(?:y|ies)|
  under[- ]?\d+s?|paediatric|pediatric|teenagers?)\b
medical help|medical attention|seeking medical help|when to see a doctor|seeking help|professional help|doctor's visit|
  seeing a doctor|medical advice|consulting a doctor|referral to a doctor|need for medical attention|
  emergency care => \b(?:doctors?|gp|hospital|emergency|a&e|clinic|pharmacist|nurse|paramedics?|ambulance|dentist|specialist|
  999|911|112|111|physician|medical (?:advice|help|attention)|midwife|therapist)\b
taking it with food|food intake|with food|meal => \b(?:with (?:food|milk|a meal|meals)|after (?:eating|a meal|food|meals)|
  empty stomach|before (?:eating|a meal|meals)|breakfast)\b
warning sign|red flag|symptom|symptoms of dehydration|sign of dehydration|danger sign|alarm symptom => \b(?:signs?|symptoms?|
  urine|dizz\w+|fever|stiff neck|confus\w+|numb\w*|chest pain|headaches?|short(?:ness)? of breath|faint\w*|thirst\w*|swelling|
  rash|bleeding|worsen\w*)\b
overhydration|drinking too much|danger of overhydration|too much water|risk of overhydration => \b(?:too much (?:plain )?water
  |overhydrat\w+|hyponatr\w+|dilut\w+|drinking too much|sodium)\b
electrolyte|salt loss|mineral => \b(?:electrolytes?|salts?|sodium|potassium|sports drinks?|minerals?)\b
hot weather|heat|hot day|when it's hot|high temperature => \b(?:heat|hot|warm(?:er)? (?:weather|day)|summer|temperatures?)\b
alcohol => \b(?:alcohol\w*|wine|beer|spirits|drinking)\b
exercise|physical activity|sport => \b(?:exercis\w+|walks?|walking|running|yoga|gym|sports?|swim\w*|cycling|workout\w*|
  jog\w*)\b
diet|nutrition|eating habit|food => \b(?:eat\w*|diet\w*|meals?|protein|carbs?|carbohydrat\w+|vegetables?|fib(?:re|er)|
  nutri\w+|snacks?|food)\b
!cost|!price|!expense|!pricing|!price range|!price information|!financial cost => [$€£¥]\s?\d|\d\s?[$€£¥]|
  \b\d[\d.,]* ?(?:million |billion |m |bn )?(?:dollars?|euros?|pounds?|usd|eur|gbp|chf|pence|cents?|yen|francs)\b|
  \bfree of charge\b
opening hours|opening times|business hours|when it is open|hours => \bopen\w*\b[^.\n]{0,50}(?:\d|daily|noon|midnight|mon|tues|
  wednes|thurs|fri|satur|sun|every day)|\b(?:closed|open) (?:on|until|from|at|daily|from)\b|\b(?:round the clock|24/7|
  24 hours)\b
closing time|when it closes => \b(?:until|till|to|closes?|shuts?)\b[^.\n]{0,15}\b(?:\d{1,2}(?:[:.]\d\d|\s?(?:am|pm|a\.m|p\.m|
  o['’]clock))|noon|midday|midnight|half[ -]past|quarter (?:to|past)|(?:nine|ten|eleven|twelve|one|two|three|four|five|six|
  seven|eight)\b)
closing day|closed day => \bclosed (?:on|every)\b|\bexcept (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?
public transport|public transit|transport link|transport connection => \b(?:tram\w*|bus(?:es)?|trains?|metro|subway|
  underground|ferry|station|public transport|line \d|shuttle)\b
transport|transport information|getting there|how to get there|directions|travel directions|transport option => \b(?:tram\w*|
  bus(?:es)?|trains?|metro|subway|underground|ferry|station|public transport|taxi|bike|cycle|on foot|walk\w*|drive|car park|
  shuttle|line \d|lift from|volunteer desk)\b
accommodation|place to stay|where to stay|overnight accommodation|lodging => \b(?:hotels?|hostels?|guesthouses?|b&b|
  apartments?|campsites?|lodges?|inn|stay (?:at|in|overnight)|airbnb|pension|rooms? (?:from|at))\b
restaurant|place to eat|where to eat|food option|food recommendation|culinary recommendation => \b(?:restaurants?|brasserie|
  bistro|caf[eé]s?|trattoria|lunch|dinner|tavern|pub|baker(?:y|ies)|breakfast|food stalls?|eatery|tapas|pizz\w+|ramen|
  noodles?|street food|supper|dine|eat at)\b
booking|reservation|advance booking|booking in advance|booking ahead|need to book|need to reserve|
  ticket reservation => \b(?:book(?:ed|ing|ings)?|reserv\w+|in advance|slot|ahead of time|tickets? online|pre-?order)\b
mobility|mobility issue|mobility concern|accessibility|physical limitation|step-free access|wheelchair access|
  accessibility information|stairs => \b(?:stairs?|\d+ steps|lift|elevator|wheelchairs?|step-free|knees?|ramps?|pushchairs?|
  accessib\w+|mobility|strollers?|walking difficulties)\b
weather|bad weather|weather contingency => \b(?:rain\w*|wet|umbrella|indoors?|weather|storm\w*|waterproof|showers?|snow\w*|
  sunny|forecast|wind\w*)\b
rain|rain plan|rainy day|wet weather => \b(?:rain\w*|wet|umbrella|showers?|waterproof|drizzl\w*)\b
what to bring|what to wear|clothing|packing advice|what to pack|packing list|dress code|equipment list => \b(?:bring|wear|
  pack|jackets?|jumpers?|boots|shoes|sunscreen|hats?|coats?|layers|clothes|clothing|sturdy|smart|casual|black tie)\b
guided tour|tour|guide => \b(?:guided|tours?|guides?)\b
!distance|walking distance|how far it is => \b\d[\d.,]* ?(?:km|kilomet\w+|miles?|m|met(?:re|er)s?|yards|feet|
  minutes['’]? (?:walk|drive|away|on foot)|blocks)\b
safety|safety warning|safety advice|safety instruction|safety precaution|warning|caution|safety measure|hazard|!danger|
  safety note|safety concern|precaution => \b(?:safe(?:ty|ly)?|careful\w*|caution\w*|warn\w*|danger\w*|hazard\w*|goggles|
  gloves|helmet|unplug|switch off the|turn off the|electric shock|beware|poison\w*|toxic|supervis\w+|at risk|carries a risk|
  do not touch|keep away)\b
start time|starting time|time of the event|what time it starts|opening time => \b(?:start\w*|begin\w*|opens?|opening|doors|
  kick\w*|from|at|meet\w*|arrive)\b[^.\n]{0,25}\b(?:\d{1,2}(?:[:.]\d\d|\s?(?:am|pm|a\.m|p\.m|o['’]clock))|noon|midday|
  midnight|half[ -]past|quarter (?:to|past)|(?:nine|ten|eleven|twelve|one|two|three|four|five|six|seven|eight)\b)
end time|finishing time|when it ends|end of the event => \b(?:until|till|to|wrap up|ends?|finish\w*|
  clos\w+)\b[^.\n]{0,15}\b(?:\d{1,2}(?:[:.]\d\d|\s?(?:am|pm|a\.m|p\.m|o['’]clock))|noon|midday|midnight|half[ -]past|
  quarter (?:to|past)|(?:nine|ten|eleven|twelve|one|two|three|four|five|six|seven|eight)\b)
!date|event date|date of the event|day => \b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|
  dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d{1,2}|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})
venue|!location|!place|meeting point|meeting place|location of the event|where it takes place|place of the event => \b(?:at|
  in|behind|outside|near|opposite) (?:the |our )?(?:[\w'’.]+ ){0,3}(?:hall|library|courtyard|building|centre|center|
  auditorium|theatre|museum|church|school|square|room \w+|studio|stadium|station|university|street|road|avenue|lane)\b|
  \b\d{1,4}[a-z]? (?-i:[A-Z])\w+ (?:street|road|avenue|lane)
entry fee|!admission|admission price|entrance fee|!ticket price|admission fee|cost of entry|!adult price|
  price for adults => \b(?:entry|admission|tickets?|entrance|adults?)\b[^.\n]{0,30}(?:[$€£]\s?\d|\d\s?[$€£]|\bfree\b|
  \d+ (?:euros?|pounds?|dollars?))|(?:[$€£]\s?\d[\d.]*|\bfree)\b[^.\n]{0,20}\b(?:tickets?|entry|admission|adults?)\b
rsvp|registration|how to register|sign-up|how to sign up|reply deadline|confirmation of attendance => \b(?:rsvp|regist\w+|
  sign up|let (?:us|me|\w+) know|please (?:tell|reply|confirm)|confirm|book your|enrol\w*)\b
contact|contact detail|contact information|contact option|contact person|way to get in touch|contact address|
  whom to contact => \b(?:contact (?:us|me|our|the)|call (?:us|me|our)|(?:call|ring|phone) (?:\+?\d|(?-i:[A-Z]))|write to|
  reach (?:us|me|out)|get in touch|tell (?-i:[A-Z])\w+)\b|@|\bextension \d|\b\d{3}[- ]\d{4}
organiser|organizer|host|who organises it => \b(?:organi[sz]\w+|host\w*|committee|run by|led by|brought to you|presented by|
  our team)\b
food and drink|refreshment|catering|drinks and snacks => \b(?:refreshments?|snacks?|coffee|tea|cakes?|food|drinks?|lunch|
  buffet|cater\w+|barbecue|bbq|wine|dinner)\b
parking|car parking|where to park => \b(?:park(?:ing|ed)?|car park|garage)\b
opponent|opposition|critic|criticism|critical voices|objection|dissenting voice|concern|residents' concern|fear|
  negative reaction => \b(?:oppos\w+|critic(?:s|ised?|izes?|ized|ism)?|fears?|worr\w+|objected|objects? to|objections?|
  doubts?|questioned|protest\w*|sceptic\w*|concern\w*|disagree\w*|reject\w*|complain\w*|demonstrat\w+)\b
supporter|proponent|support|supporting voice|approval => \b(?:support\w*|in favou?r|backed|back(?:ers|ing)|welcom\w+|
  proponents?|advocates?|praised|approv\w+|endors\w+)\b
vote|vote count|result of the vote|voting result|vote margin => \b(?:unanim\w+|majority|vot(?:e|es|ed|ing))\b
final score|score|result of the match|final result => \b\d{1,3}\s?[-–:]\s?\d{1,3}\b|\b\d+ to \d+\b
winner|who won => \b(?:won(?!['’])|wins?|winner|beat(?:s|en|ing)?|defeat\w*|victor\w*|triumph\w*|champion\w*|first place)\b
scorer|goal scorer|who scored => \b(?:scor\w+|goals?|header|struck|netted)\b
attendance|crowd size|number of spectators|number of visitors => \b(?:crowd|attend\w+|spectators?|audience|visitors?|
  people came|turnout)\b
referee => \breferee\b
red card|sending-off|dismissal => \b(?:red card|sent off|send(?:ing)?[- ]off|second booking|dismiss\w+)\b
death toll|number of deaths|victim|casualty|fatality|number of victims => \b(?:died|dead|deaths?|killed|victims?|casualt\w+|
  fatalit\w+|perished|lost their lives)\b
injured|number of injured|injury => \b(?:injur\w+|hurt|wound\w+)\b
ceo|chief executive|head of the company|company head|company's head|boss|managing director|company boss|
  name of the ceo => \b(?-i:CEO)\b|\b(?:chief executive|managing director|head of|president|founder|director|chair\w*)\b
investor|lead investor|backer|funder|source of funding|funding|who led the round => \b(?:led by|fund\w*|invest\w+|backed by|
  financ\w+|grant|joined by|venture|capital)\b
engineer|engineer responsible|designer|architect|responsible engineer|person responsible => \b(?:engineer\w*|design\w+|
  architect\w*|built by|Sir)\b
jobs|job|number of jobs|job creation|staff|workforce|employment effect => \b(?:jobs?|employ\w*|staff|workers?|hir\w+|posts?|
  positions?)\b
quote|quotation|direct quote|quoted statement|voice of those affected => ["“][^"”\n]{8,300}["”]
outlook|future plan|plan for the future|!future|future development => \b(?:next (?:year|month|spring|summer|autumn)|going to|
  intends?|in future|in the future|later this year|is expected|are expected|should open|hopes? to|aims? to|by 20\d\d|
  from 20\d\d|plans? to|planned)\b
environmental impact|environmental aspect|environmental concern|climate|ecological aspect|
  sustainability => \b(?:environment\w*|emissions?|carbon|co2|wildlife|habitat\w*|pollut\w+|climate|biodivers\w+|green|
  recycl\w+|sustainab\w+|nature)\b
"""
