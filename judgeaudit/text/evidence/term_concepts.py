"""Things that judges ask for, and the forms of words that prove one is in a text, as data for `topics`.

A line is `names => form`: the names are what a rationale calls it, `|` between them; the form is a regular expression, in any case unless it says
otherwise. Names are compared by their content words; a name that begins with `!` is the whole of what is missing ("price" is not "price of a
family ticket"), the others may have words before them ("her academic title").
"""

from __future__ import annotations

from judgeaudit.text.evidence.term_concepts_more import MORE_CONCEPTS

_CONCEPTS = r"""
birthplace|place of birth|where born => \bborn (?:and raised )?(?:in|at|near)\b|\b(?:native|son|daughter) of (?-i:[A-Z])|\bgrew up in\b
birth date|date of birth|birth year|year of birth|birthday => \bborn\b[^.\n]{0,40}\d{4}|\(\d{4}\s?[-–]
date of death|death|year of death => \b(?:died|death|passed away|killed)\b
cause of death|how died => \b(?:died|killed|death)\b[^.\n]{0,20}\b(?:of|from|by|in|after|when)\b
!age => \b\d{1,3}[- ]years?[- ]old\b|\baged? \d|\byears old\b|\bat (?:the age of )?\d{1,2}\b(?=[,. ])|\b\d+ (?:months?|weeks?) old\b
lifespan|life expectancy|how long lives => \blives?\b[^.\n]{0,20}\b(?:year|month|week|day)|\blifespan\b|\blife expectancy\b
nationality|origin|country of origin => \b(?-i:(?:British|English|Dutch|French|German|Italian|Spanish|American|Portuguese|Polish|Russian|Swedish|Danish|Greek|Irish|Swiss|Austrian|Japanese|Chinese|Indian))\b
profession|occupation|job title => \b(?:is|was|as|works as|became) an? (?:\w+ )?\w+(?:er|or|ist|ian|ant|ect|yst|ect)\b
teacher|mentor|training|apprenticeship|master => \b(?:taught by|trained (?:with|under|by|in|at)|studied (?:with|under)|pupil of|student of|apprentice|apprenticed|learn(?:ed|t) from|under the guidance of)\b
academic title|!title|doctorate => \b(?-i:Dr|Prof|PhD|Professor|MSc|BSc|MD)\b
employer|affiliation|current position => \b(?:at|for|with) the (?-i:[A-Z])|\b(?:works?|working|employed|hired) (?:at|for|by)\b|\b(?:university|institute|company) of\b
award|prize|honour|honor|distinction => \b(?:prize|award(?:ed)?|medal|prix|won|honou?red|trophy|nobel|laureate|fellowship)\b
!family|family life|private life|personal life => \b(?:wife|husband|sons?|daughters?|children|married|mother|father|parents|brother|sister|family)\b
hobby|interest|pastime => \b(?:plays? (?:the|in)|hobby|hobbies|enjoys?|in (?:his|her|their) (?:free|spare) time|loves? to|keen|passionate about)\b
personal anecdote|personal experience|personal touch|anything personal|personal detail|personal story => \b(?:my|I (?:once|remember|was|had|cried|lov\w+|like\w*|felt|used)|when I)\b
painting location|whereabouts|current location|where seen today|where it hangs => \b(?:hangs?|housed|on display|displayed|kept|exhibited|can be seen)\b
film title|film's name|film name|name of the film|movie title|title of the film|name of the book|book title|title of the book => \b(?:called|titled|entitled|named) (?-i:[A-Z])|["“*_](?-i:[A-Z])[^"”*_\n]{2,60}["”*_]
statute|law|legal basis|legislation|act|legal source|legal provision|legal reference => \b(?-i:Act|Regulation|Directive|Code|Statute|GDPR|Law)\b(?: \d{4})?|\bsection \d|\barticle \d|§
!source|citation|!reference|evidence source|bibliography => \baccording to\b|\b(?:section|article) \d|\bhttps?:|\bwww\.|\bet al\b|\[\d{1,2}\]|\bsources?:|\breferences?:|\b(?:study|report|survey|research|figures|data) (?:by|from|of|published)\b|\bas reported (?:by|in)\b|\(\d{4}\)|\b(?-i:Act) \d{4}
disclaimer|legal disclaimer|medical disclaimer|note that it is no legal advice => \b(?:is|are|am|not|isn['’]t|aren['’]t)(?: not)? (?:a )?(?:legal|medical|financial|professional|tax|investment)? ?(?:advice|lawyer|solicitor|doctor|substitute)\b|\bno substitute\b|\bconsult (?:a|an|your)\b|\bgeneral information\b|\bfor information only\b|\bspeak to (?:a|an|your)\b|\btalk to (?:a|an|your)\b
praise|compliment|positive feedback|encouragement|positive remark|anything positive|strength|word of praise => \b(?:well done|great|good (?:job|work|point|idea)|excellent|strong(?:est)?|clear|impressive|nice(?:ly)?|lovely|proud|congratulations|I (?:like|liked|enjoyed)|you (?:did|do) well|works well|best part|convincing|effective)\b
negative feedback|weakness|suggestion for improvement|room for improvement|what could be better => \b(?:consider|improv\w+|weak(?:er|est)?|watch out|unclear|missing|next time|would be better|suggest\w*|try (?:to|not)|could be (?:\w+er|more))\b
grammar|punctuation|grammar and punctuation|language error|spelling|spelling and grammar => \b(?:comma|full stop|apostrophe|spelling|grammar|tense|punctuation|typo|semicolon|splice|capital letter|verb|agreement)s?\b
counterargument|counter-argument|opposing view|other side|opposing argument|objection => \b(?:other side|opponents?|critics?|on the other hand|admittedly|some (?:people )?(?:say|argue|fear|worry|claim)|objections?|it is true that|granted|against it|sceptics|counter-?arguments?|may argue|might argue)\b
question|question to the user|follow-up question|clarifying question|question back|question for the reader => \?
!reason|!cause|explanation for the delay|reason for the delay|!justification|cause of the problem|root cause => \b(?:because|since|due to|owing to|caused by|as a result of|after|reason|thanks to|on account of|led to|so (?:I|we|that)|therefore|blamed|triggered)\b|: the \w+ (?:has|have|had|was|were|is)\b
regret|apology|expression of regret|word of regret|sympathy => \b(?:sorry|apolog\w+|regret\w*|unfortunately)\b
empathy|sympathy|understanding|compassion|acknowledgement of the frustration|acknowledgement of the inconvenience|concern for the customer => \b(?:sorry|understand(?:able|ably)?|frustrat\w+|must (?:be|have been)|appreciate|I know (?:how|that)|that sounds|disappoint\w+|inconvenience|imagine)\b
thanks|thank you|gratitude|appreciation|word of thanks => \b(?:thanks?|thank(?:ed|ing)|grateful|appreciate[ds]?)\b
welcome|greeting|salutation|form of address|opening greeting => \A\W{0,5}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|welcome)\b
sign-off|closing|farewell|complimentary close|closing formula|signature => \b(?:regards|sincerely|yours (?:truly|faithfully)|best wishes|cheers|all the best|take care|have a (?:nice|great|good|lovely) (?:day|week|weekend|evening)|see you)\b
sender's name|name of the sender|signature|name at the end => (?:regards|sincerely|faithfully|wishes|cheers|love|thanks|understanding),?\s*\n+\s*(?-i:[A-Z])\w+
invitation to return|hope to see again => \b(?:see you again|welcome you (?:back|again)|come back|visit us again|look forward to (?:seeing|welcoming))\b
reference number|ticket number|case number|ticket reference|order number|booking reference|reference|confirmation number|tracking number => \b(?:ticket|reference|case|order|booking|ref|confirmation|tracking|invoice|claim)\b\W{0,3}(?:(?:number|no|id|code)\b\.?\W{0,3})?(?:is )?(?-i:[A-Z]{0,5})[-#]?\d[\w-]*|#\d{3,}
steps already taken|steps that the customer has taken|previous attempt|earlier attempt|what the customer has tried => \b(?:already|you(?:['’]ve| have) (?:tried|done|restarted|checked)|for (?:trying|checking|restarting)|(?:trying|tried) an?\b)
!next step|further procedure|further course|plan of action => \bnext steps?\b|\b(?:we|I)(?:['’]ll| will)\b|\bwill (?:be|contact|send|get|call|receive)\b|\bonce (?:it|we|you)\b|\bfollow[- ]ups?\b|\bafter that\b
refund|money back|reimbursement|return of the money => \b(?:refund\w*|reimburs\w+|money back|paid back|pay (?:you|it|them) back|repa(?:y|id|yment)|credit(?:ed)? (?:to|your)|get (?:your |the )?(?:\d+ ?%|money|\S+ (?:euros?|eur|dollars?|pounds?)) back)\b
replacement|exchange|substitute|new unit => \b(?:replac\w+|exchang\w+|swap(?:ped)?|new one|another one|send (?:you )?a new|substitute)\b
return label|prepaid label|return shipping|return postage => \b(?:labels?|prepaid|pre-paid|return (?:is|are) free|free returns?|postage|collect(?:ed)? (?:it|from you))\b
compensation|goodwill gesture|gesture of goodwill => \b(?:vouchers?|discount\w*|compensat\w+|credit|free of charge|goodwill|coupon|on the house|% off|per ?cent off|waive[ds]?|refund\w*|no charge)\b
voucher|discount|price reduction|coupon => \b(?:vouchers?|discount\w*|coupons?|rebate|reduced|half[- ]price)\b|% off|\bper ?cent off
broken lift|lift|elevator => \b(?:lift|elevator)\b
breakfast|complaint about breakfast|breakfast time => \bbreakfast\b
noise|noise complaint|complaint about the noise => \b(?:nois\w+|loud|quiet)\b
staff|praise for the staff => \b(?:staff|team|colleagues?|crew|employees?|kind words)\b
!deadline|!time limit|due date|cut-off date|closing date|time frame|timeframe => \b(?:by|before|until|no later than|within|have) (?:the )?(?:end of|next|mon|tues|wednes|thurs|fri|satur|sun|tomorrow|tonight|midnight|noon|\d|one|two|three|four|five|six|seven|ten|fourteen|thirty|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|\bdue\b|\bdeadline\b
no cost|free of charge|cost of a request|request is free|cost|costs the customer nothing => \b(?:free of charge|for free|free|no (?:extra )?(?:cost|charge|fee)|at no cost|without (?:charge|payment)|costs? (?:you )?nothing|[$€£]\s?\d|\d ?(?:euros?|dollars?|pounds?|[€$£]))
right to complain|complaint|appeal|right of appeal|how to complain|supervisory authority => \b(?:complain\w*|ombudsman|appeal|tribunal|supervisory authority|regulator|dispute)\b
identity check|identity verification|verification of identity => \b(?:identity|id|passport|verify (?:who|the)|prove who)\b
termination|right to terminate|exit clause|cancellation right|termination right => \b(?:terminat\w+|cancel\w*|exit|end the (?:contract|agreement|tenancy)|withdraw\w*|walk away|give notice)\b
inflation cap|price cap|cap|limit on increases|upper limit => \b(?:cap(?:ped)?|no more than|at most|ceiling|maximum|cpi|rpi|limit(?:ed)? to|inflation)\b
notice period|period of notice|notice => \bnotice\b
penalty|fine|sanction|consequence|consequence of non-compliance => \b(?:fines?|penalt(?:y|ies)|fined|sanctions?|surcharge|evict\w*|prosecut\w+|liable|forfeit|late fees?|disqualif\w+)\b
exception|exemption|special case => \b(?:except\w*|unless|exempt\w*|(?:do|does)(?:n['’]t| not) (?:apply|count)|can['’]t be|refuse if|other than|only if|apart from|excluding|save for)\b
eligibility|who is eligible|eligibility criteria|entry requirement|age limit|minimum age|age restriction => \b(?:eligib\w+|entitled|qualif\w+|open to|aged? \d|\d+ (?:and|or) (?:over|older|under)|under-?\d+s?|over-?\d+s?|minimum|at least \d+|adults? only)\b
animals barred|animals barred from entry|animals|dogs are not allowed|ban on dogs|dog policy|pet policy|pets => \b(?:dogs?|pets?|animals?)\b
withholding rent|stopping rent payments|stopping rent|not paying rent => \b(?:withhold|stop paying|keep paying|don['’]t stop|not pay\w*|holding back)\b
eviction|risk of eviction => \bevict\w*
number of servings|servings|serving size|portion size|yield => \bserv(?:es?|ings?|ing size)\b.{0,12}(?:\d|two|four|six|eight)|\bfor (?:\d|two|three|four|six|eight)\w{0,3} (?:people|persons|guests)|\b(?:\d+|two|four|six|eight|a dozen) (?:servings|portions|people)\b|\bmakes (?:about |around )?(?:\d|a dozen|twelve|two|four|six)
oven temperature|baking temperature|cooking temperature|!temperature|heat level|heat setting => \d ?°|°[CF]\b|\bdegrees?\b|\bgas mark\b|\b(?:low|medium|high|gentle|moderate)(?:-high|-low)? (?:heat|flame)\b|\b\d{3} ?[CF]\b
cooking time|baking time|boiling time|roasting time|simmering time|frying time => \b\d+(?:½)?(?:\s?(?:to|-|–)\s?\d+)? ?(?:more )?(?:minutes?|mins?|hours?|hrs?|seconds)\b|\b(?:half an|an|one|two|three|a few|ten|five|fifteen|twenty|thirty|forty) (?:hours?|minutes?)\b|\bovernight\b|\buntil (?:golden|tender|soft|brown|done|crisp|set|translucent|al dente|thick|bubbling)
preparation time|prep time|total time|time needed|time required => \b\d+(?:½)?(?:\s?(?:to|-|–)\s?\d+)? ?(?:minutes?|mins?|hours?|hrs?)\b|\b(?:half an|an|one|two|three|ten|five|fifteen|twenty|thirty|forty) (?:hours?|minutes?)\b
doneness|doneness test|how to tell when it is done|sign of doneness|when it is done|test for doneness => \buntil (?:golden|tender|soft|brown|done|crisp|set|translucent|al dente|firm|it|the|a)\b|\bskewer\b|\btoothpick\b|\bcomes out clean\b|\bhollow\b|\bjuices run\b|\binternal temperature\b
allergen|allergy|allergy warning|allergen warning|allergy information|allergen note => \b(?:allerg\w+|contains? (?:nuts|gluten|milk|eggs?|dairy|soy|sesame)|gluten-free|nut-free|dairy-free|coeliac|lactose|intoleran\w+)\b
storage|how to store it|shelf life|keeping time|leftover|storage instruction|storage advice|freezing => \b(?:stor(?:e|es|ed|ing|age)|keeps?|refrigerat\w+|fridge|freez\w+|airtight|leftovers?|up to (?:\w+ )(?:days|weeks|months))\b
substitute|substitution|alternative ingredient|vegan alternative|vegetarian alternative|dairy-free alternative => \b(?:instead of|substitut\w+|swap|replac\w+|alternative\w*|or use|if you (?:don['’]t|have no)|works? (?:just )?as well|will do|vegan|plant-based)\b
preheating|preheat|preheating the oven => \b(?:pre-?heat\w*|heat the oven|oven to)\b
resting|resting time|rest => \b(?:let (?:it|them|the \w+) (?:rest|stand|sit)|leave (?:it |them |the \w+ )?(?:to (?:rest|stand|cool|rise|prove)|for)|rest(?:ed|ing)? (?:for|in)|prove|rise)\b
seasoning => \b(?:salt\w*|pepper|season\w*|soy sauce|spices?)\b
salt => \b(?:salt\w*|soy sauce)\b
equipment|utensil|tool|kitchen equipment|tools needed|required tools => \b(?:pan|pot|oven|bowl|whisk|knife|blender|mixer|tray|tin|spanner|screwdriver|drill|wrench|hammer|pliers|saucepan|skillet|colander|sieve|brush|spatula|ladder|trowel|bucket)\b
cooling the eggs|cool the eggs|cooling|chilling|cold water => \b(?:iced?(?: water)?|cold (?:running )?water|cool(?:ed|ing)?|chill(?:ed)?|ice bath)\b
egg size|size of the eggs => \b(?:large|medium|small|size) eggs?\b
altitude|sea level|high altitude => \b(?:sea level|altitude|elevation|mountains?|metres up|high up)\b
!dose|!dosage|!dosing|recommended dose => \b\d[\d.,]*(?:\s?(?:to|-|–)\s?\d[\d.,]*)? ?(?:mg|mcg|µg|ml|g|units?|tablets?|capsules?|drops?|puffs?|iu|teaspoons?|tablespoons?)\b|\b(?:one|two|half a) (?:tablets?|capsules?|teaspoons?|spoonfuls?|puffs?|drops?)\b
maximum dose|daily limit|upper limit|dose limit|daily maximum|overdose|maximum daily dose => \b(?:no more than|at most|maximum|max\.?|do(?:n['’]t| not) exceed|not exceed|at or below|stay below|up to|limit|more than|overdos\w+)\b
dosing frequency|frequency|how often|interval|dosing interval => \bevery (?:other )?(?:\w+ )?(?:to \w+ )?(?:hours?|days?|weeks?|months?|years?|night|morning)\b|\b(?:once|twice|\w+ times) (?:a|per|each|daily)\b|\b(?:daily|hourly|weekly|monthly|annually|yearly|nightly)\b|\ba (?:day|week|month)\b
side effect|adverse effect|undesirable effect => \b(?:side effects?|nausea|drows\w+|dizz\w+|upset stomach|rash|constipat\w+|irritat\w+|ulcers?|bleeding|diarrh\w+|headaches?|dry mouth|may cause|can cause|can make you)\b
interaction|drug interaction|interaction with other drugs|other medicines|combination with other drugs => \b(?:interact\w*|together with|combin\w+|blood thinners?|warfarin|alongside|at the same time as|other medic\w+|mix(?:ed|ing)? with)\b
contraindication|who should avoid it|who should not take it|groups at risk|risk group|people at risk => \b(?:avoid (?:it|this|them)|should(?:n['’]t| not)|not suitable|unless your doctor|if you (?:have|are|take|suffer)|pregnan\w+|kidney|liver|ulcers?|contraindicat\w+|do(?:n['’]t| not) (?:take|use)|not for)\b
pregnancy|pregnant woman|pregnant women|pregnant user|expectant mother => \b(?:pregnan\w+|expectant|trimester|unborn)\b
children|child|use in children|young children|children's dose => \b(?:child\w*|kids?|toddlers?|infants?|bab(?:y|ies)|under[- ]?\d+s?|paediatric|pediatric|teenagers?)\b
medical help|medical attention|seeking medical help|when to see a doctor|seeking help|professional help|doctor's visit|seeing a doctor|medical advice|consulting a doctor|referral to a doctor|need for medical attention|emergency care => \b(?:doctors?|gp|hospital|emergency|a&e|clinic|pharmacist|nurse|paramedics?|ambulance|dentist|specialist|999|911|112|111|physician|medical (?:advice|help|attention)|midwife|therapist)\b
taking it with food|food intake|with food|meal => \b(?:with (?:food|milk|a meal|meals)|after (?:eating|a meal|food|meals)|empty stomach|before (?:eating|a meal|meals)|breakfast)\b
warning sign|red flag|symptom|symptoms of dehydration|sign of dehydration|danger sign|alarm symptom => \b(?:signs?|symptoms?|urine|dizz\w+|fever|stiff neck|confus\w+|numb\w*|chest pain|headaches?|short(?:ness)? of breath|faint\w*|thirst\w*|swelling|rash|bleeding|worsen\w*)\b
overhydration|drinking too much|danger of overhydration|too much water|risk of overhydration => \b(?:too much (?:plain )?water|overhydrat\w+|hyponatr\w+|dilut\w+|drinking too much|sodium)\b
electrolyte|salt loss|mineral => \b(?:electrolytes?|salts?|sodium|potassium|sports drinks?|minerals?)\b
hot weather|heat|hot day|when it's hot|high temperature => \b(?:heat|hot|warm(?:er)? (?:weather|day)|summer|temperatures?)\b
alcohol => \b(?:alcohol\w*|wine|beer|spirits|drinking)\b
exercise|physical activity|movement|sport => \b(?:exercis\w+|walk\w*|run(?:ning)?|yoga|gym|sports?|swim\w*|cycl\w+|workout\w*|jog\w*|stretch\w*|active)\b
diet|nutrition|eating habit|food => \b(?:eat\w*|diet\w*|meals?|protein|carb\w*|vegetables?|fib(?:re|er)|nutri\w+|snacks?|food)\b
!cost|!price|!expense|!pricing|!price range|!price information|!financial cost => [$€£¥]\s?\d|\d\s?[$€£¥]|\b\d[\d.,]* ?(?:million |billion |m |bn )?(?:dollars?|euros?|pounds?|usd|eur|gbp|chf|pence|cents?|yen|francs)\b|\bfree of charge\b
opening hours|opening times|business hours|when it is open|hours => \bopen\w*\b[^.\n]{0,50}(?:\d|daily|noon|midnight|mon|tues|wednes|thurs|fri|satur|sun|every day)|\b(?:closed|open) (?:on|until|from|at|daily|from)\b|\b(?:round the clock|24/7|24 hours)\b
closing time|when it closes|closing day|closed day|rest day of the museum => \b(?:clos(?:es?|ed|ing)|until|till|shuts?|to \d{1,2} ?pm)\b
public transport|public transit|transport link|transport connection => \b(?:tram\w*|bus(?:es)?|trains?|metro|subway|underground|ferry|station|public transport|line \d|shuttle)\b
transport|transport information|getting there|how to get there|directions|travel directions|transport option => \b(?:tram\w*|bus(?:es)?|trains?|metro|subway|underground|ferry|station|public transport|taxi|bike|cycle|on foot|walk\w*|drive|car park|shuttle|line \d|lift from|volunteer desk)\b
accommodation|place to stay|where to stay|overnight accommodation|lodging => \b(?:hotels?|hostels?|guesthouses?|b&b|apartments?|campsites?|lodges?|inn|stay (?:at|in|overnight)|airbnb|pension|rooms? (?:from|at))\b
restaurant|place to eat|where to eat|food option|food recommendation|culinary recommendation => \b(?:restaurants?|brasserie|bistro|caf[eé]s?|trattoria|lunch|dinner|tavern|pub|baker(?:y|ies)|breakfast|food stalls?|eatery|tapas|pizz\w+|ramen|noodles?|street food|supper|dine|eat at)\b
booking|reservation|advance booking|booking in advance|booking ahead|need to book|need to reserve|ticket reservation => \b(?:book(?:ed|ing|ings)?|reserv\w+|in advance|slot|ahead of time|tickets? online|pre-?order)\b
mobility|mobility issue|mobility concern|accessibility|physical limitation|step-free access|wheelchair access|accessibility information|stairs => \b(?:stairs?|\d+ steps|lift|elevator|wheelchairs?|step-free|knees?|ramps?|pushchairs?|accessib\w+|mobility|strollers?|walking difficulties)\b
weather|bad weather|weather contingency => \b(?:rain\w*|wet|umbrella|indoors?|weather|storm\w*|waterproof|showers?|snow\w*|sunny|forecast|wind\w*)\b
rain|rain plan|rainy day|wet weather => \b(?:rain\w*|wet|umbrella|showers?|waterproof|drizzl\w*)\b
what to bring|what to wear|clothing|packing advice|what to pack|packing list|dress code|equipment list => \b(?:bring|wear|pack|jackets?|jumpers?|boots|shoes|sunscreen|hats?|coats?|layers|clothes|clothing|sturdy|smart|casual|black tie)\b
guided tour|tour|guide => \b(?:guided|tours?|guides?)\b
duration of the tour|length of the visit|visit length => \b(?:takes?|lasts?|about|around)\b[^.\n]{0,15}(?:minutes?|hours?|days?)\b|\b\d+[- ](?:minute|hour|day)
!distance|walking distance|how far it is => \b\d[\d.,]* ?(?:km|kilomet\w+|miles?|m|met(?:re|er)s?|yards|feet|minutes['’]? (?:walk|drive|away|on foot)|blocks)\b
safety|safety warning|safety advice|safety instruction|safety precaution|warning|caution|safety measure|hazard|danger|risk|safety note|safety concern|precaution => \b(?:safe\w*|careful\w*|caution\w*|warn\w*|danger\w*|hazard\w*|risk\w*|goggles|gloves|helmet|unplug|turn off|switch off|electric shock|never|do not|don['’]t|beware|poison\w*|toxic|burns?|supervis\w+)\b
start time|starting time|time of day|time of the event|what time it starts|opening time|beginning => \b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:a\.?m|p\.?m|o['’]clock)\b|\b(?:noon|midday|midnight)\b|\bhalf[ -]past\b|\bquarter (?:to|past)\b
end time|finishing time|when it ends|end of the event => \b(?:until|till|to|wrap up|ends?|finish\w*|clos\w+|by)\b[^.\n]{0,15}(?:\d|noon|midnight|midday)
!date|event date|date of the event|day => \b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d{1,2}|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})
venue|!location|!place|meeting point|meeting place|location of the event|where it takes place|place of the event => \b(?:at|in|behind|outside|near|opposite) (?:the |our |St\.? )?(?:\w+ (?:behind|of|at|near|in) (?:the )?)?(?-i:[A-Z])\w+|\b(?:street|road|avenue|hall|library|courtyard|room \w+|building|square|centre|center|auditorium|park)\b
entry fee|!admission|admission price|entrance fee|!ticket price|admission fee|cost of entry|!adult price|price for adults => [$€£]\s?\d|\d\s?[$€£]|\bfree\b|\b\d+ (?:euros?|dollars?|pounds?)
rsvp|registration|how to register|sign-up|how to sign up|reply deadline|confirmation of attendance => \b(?:rsvp|regist\w+|sign up|let (?:us|me|\w+) know|please (?:tell|reply|confirm)|confirm|book your|enrol\w*)\b
contact|contact detail|contact information|contact option|contact person|way to get in touch|contact address|whom to contact => \b(?:contact|call|ring|phone|e-?mail|write to|reach (?:us|me|out)|get in touch|tell (?-i:[A-Z]))\b|@|\bextension \d|\b\d{3}[- ]\d{4}
organiser|organizer|host|who organises it => \b(?:organi[sz]\w+|host\w*|committee|run by|led by|brought to you|presented by|our team)\b
food and drink|refreshment|catering|drinks and snacks => \b(?:refreshments?|snacks?|coffee|tea|cakes?|food|drinks?|lunch|buffet|cater\w+|barbecue|bbq|wine|dinner)\b
parking|car parking|where to park => \b(?:park(?:ing|ed)?|car park|garage)\b
opponent|opposition|critic|criticism|critical voices|objection|dissenting voice|concern|residents' concern|fear|negative reaction => \b(?:oppos\w+|critic\w*|against|fears?|worr\w+|object\w*|doubts?|question(?:ed|s)|warn\w*|protest\w*|sceptic\w*|concern\w*|disagree\w*|reject\w*|complain\w*|demonstrat\w+)\b
supporter|proponent|support|supporting voice|approval => \b(?:support\w*|in favou?r|backed|back(?:ers|ing)|welcom\w+|proponents?|advocates?|praised|approv\w+|endors\w+)\b
vote|vote count|result of the vote|voting result|vote margin => \b(?:\d+(?:[-–]| to | votes?)\s?\d*|unanim\w+|majority|vot\w+)\b
final score|score|result|result of the match|final result => \b\d{1,3}\s?[-–:]\s?\d{1,3}\b|\b\d+ to \d+\b
winner|who won => \b(?:won|wins?|winner|beat\w*|defeat\w*|victor\w*|triumph\w*|champion\w*|first place)\b
scorer|goal scorer|who scored => \b(?:scor\w+|goals?|header|struck|netted)\b
attendance|crowd size|number of spectators|number of visitors => \b(?:crowd|attend\w+|spectators?|audience|visitors?|people came|turnout)\b
referee => \breferee\b
red card|sending-off|dismissal => \b(?:red card|sent off|send(?:ing)?[- ]off|ten[- ]men|ten-man|second booking|dismiss\w+)\b
death toll|number of deaths|victim|casualty|fatality|number of victims => \b(?:died|dead|deaths?|killed|victims?|casualt\w+|fatalit\w+|perished|lost their lives)\b
injured|number of injured|injury => \b(?:injur\w+|hurt|wound\w+)\b
cause of the accident|cause of the collapse|cause of the fire|cause of the outage|cause of the failure|cause of the crash => \b(?:because|due to|caused|blamed|led to|result(?:ed)? of|owing to|as a result|trigger\w+|fail\w+|fault\w*|defect\w*|inquiry|found that)\b
duration of the outage|length of the outage|how long it lasted => \b\d+ ?(?:minutes?|hours?|days?|weeks?)\b|\bfrom \d{1,2}[:.]?\d*[^.\n]{0,20}(?:to|until|till) \d|\b\d{1,2}[:.]\d\d ?[-–] ?\d
ceo|chief executive|head of the company|company head|company's head|boss|managing director|company boss|name of the ceo => \b(?-i:CEO)\b|\b(?:chief executive|managing director|head of|president|founder|director|chair\w*)\b
investor|lead investor|backer|funder|source of funding|funding|who led the round => \b(?:led by|fund\w*|invest\w+|backed by|financ\w+|grant|joined by|venture|capital)\b
engineer|engineer responsible|designer|architect|responsible engineer|person responsible => \b(?:engineer\w*|design\w+|architect\w*|built by|Sir)\b
jobs|job|number of jobs|job creation|staff|workforce|employment effect => \b(?:jobs?|employ\w*|staff|workers?|hir\w+|posts?|positions?)\b
quote|quotation|direct quote|quoted statement|voice of those affected => ["“][^"”\n]{8,300}["”]
!statistic|numerical evidence|hard data|quantitative evidence => \d
outlook|future plan|plan for the future|!future|future development => \b(?:will|plans?|planned|next (?:year|month|week|step|spring|summer)|going to|intend\w*|future|later this|expect\w*|is due|hopes? to|aims? to|by 20\d\d)\b
!background|!history|historical context|historical background|history of the place => \b(?:founded|histor\w+|originally|ago|dates? (?:back|from)|centur\w+|1[0-9]\d\d|formerly|once|built in|in the past)\b
environmental impact|environmental aspect|environmental concern|climate|ecological aspect|sustainability => \b(?:environment\w*|emissions?|carbon|co2|wildlife|habitat\w*|pollut\w+|climate|biodivers\w+|green|recycl\w+|sustainab\w+|nature)\b
docstring|documentation|function documentation => ["']{3}|/\*\*|\bdocstring\b
comment|code comment|inline comment|explanatory comment => (?m:(?:^|\s)#[ \w]|//|/\*|<!--|--\s\w)
type hint|type annotation|annotation|typing => ->|:\s?(?:int|str|float|bool|list|dict|tuple|Optional|string|number|boolean)\b
test|unit test|test case|testing|any tests => \b(?:tests?|assert\w*|pytest|unittest|spec|tested|testing)\b
error handling|exception handling|handling of errors|failure case|error case|failure handling => \b(?:try|except|catch|rais\w+|throw\w*|exceptions?|errors?|fail\w*|rescue|finally)\b
input validation|validation|check of the input|invalid input|bad input|malformed input => \b(?:valid\w+|invalid|check\w*|rais\w+|isinstance|malformed|ValueError|TypeError|if not|sanit\w+|reject\w*)\b
edge case|empty list|empty input|corner case|special case|empty file|empty string => \b(?:empty|null|none|zero|edge cases?|corner cases?|negative|undefined|if not|len\(|no (?:rows|items|elements|results))\b
null|null value|null result|null handling|missing value => \b(?:null|none|nil|nan|coalesce|undefined|missing)\b
time complexity|complexity|big o|runtime complexity|runtime|performance|efficiency|speed|running time => O\(|\b(?:linear|quadratic|logarithmic|constant time|complexity|slow\w*|fast\w*|efficien\w+|performance|speed\w*|quick\w*|runtime|scales?|milliseconds?|ms)\b
memory|memory use|ram|main memory|amount of memory|memory usage|how much ram => \b(?:memory|ram|gb of|heap|in[- ]place|O\(1\) space)\b
storage space|disk space|hard disk|ssd|storage capacity => \b(?:ssd|hard dis[ck]|storage|\d+ ?(?:gb|tb)\b)
graphics card|gpu|graphics => \b(?:graphics?|gpu|video card)\b
battery life|!battery|battery runtime|running time on battery => \b(?:battery|charge\w*|mah|\d+ ?(?:h|hours?)\b)
!weight => \b\d[\d.,]* ?(?:kg|kilo\w*|g|grams?|lb|lbs|pounds?|ounces?|oz|tonnes?)\b|\bweigh\w*\b|\blight(?:er|est|weight)\b
!dimension|!size|!measurement|!capacity|!volume => \b\d[\d.,]* ?(?:x|×)? ?(?:cm|mm|m|inch\w*|litres?|liters?|l|ft|feet|ml|in)\b|\b\d+(?:["”])|\b(?:one|two|three|half a)[- ]litre\b
colour|color|colours|colour option|colour choice|available colour|name of a colour => \b(?:red|blue|green|yellow|white|black|brown|orange|purple|gr[ae]y|gold|silver|pink|navy|beige|moss|slate|rust|charcoal|cream|ivory|olive|teal|turquoise|sand|burgundy|maroon|khaki|indigo|violet|coral|ochre|anthracite)\b
material|fabric => \b(?:nylon|cotton|wool|leather|steel|alumini?um|plastic|wood\w*|polyester|linen|glass|ceramic|oak|bamboo|titanium|canvas|made (?:of|from))\b
warranty|guarantee|guarantee period => \b(?:warrant\w+|guarante\w+)\b
waterproofing|water resistance|rain protection|weather protection => \b(?:waterproof\w*|water[- ]resist\w*|rain cover|rain|showers?|splash\w*|ip\d\d)\b
compatibility|supported system|system requirement|operating system => \b(?:compatib\w+|windows|macos|linux|android|ios|works with|supports?|requires?)\b
example call|usage example|example of use|example usage|sample call|sample output|usage|example => \bprint\(|\b(?:for example|for instance|e\.g\.|example|usage|such as|console\.log|say,)|>>>|\blike\b
import|import statement|required import => (?m:^\s*(?:import|from|#include|using|require)\b)|\brequire\(
return value|what it returns|return statement => \breturn\w*\b
parameter|argument|explanation of the parameters => \b(?:param\w*|argument\w*|args?)\b
explanation of the code|prose explanation => [A-Za-z][^\n]{40,}\.\s
security|security risk|sql injection|injection|injection risk|security concern => \b(?:secur\w+|inject\w+|vulnerab\w+|escap\w+|saniti\w+|parameteri[sz]ed|prepared|xss|csrf|encrypt\w+|hash\w*|attack\w*|malicious)\b
encoding|character encoding|unicode => \b(?:encod\w+|utf-?8|unicode|ascii|latin-1)\b
logging => \blog(?:s|ger|ging|ged)?\b
naming|variable name|name of the variable|variable naming => \b(?:nam(?:e|es|ed|ing)|rename\w*|identifier)\b
readability|code style|style|style issue => \b(?:readab\w+|style|pep ?8|clean\w*|clear\w*|concise|idiomatic|refactor\w*|lint\w*|nit)\b
index|database index|indexing => \bindex\w*\b
grouping|group by|group by clause => \bgroup\w*\b
sorting|order by|ordering|order by clause|sort order => \b(?:order\w* by|sort\w*)\b
limit clause|limit|row limit => \blimit\w*\b|\btop \d
join|join condition|join clause => \bjoin\w*\b
backup|data backup|back-up => \b(?:back(?:ed|ing)?[- ]?ups?|cop(?:y|ies) of|save a copy|restore)\b
formula|equation|mathematical formula => \w\s?=\s?[\w(]|→|->
calculation|intermediate step|working|interim result|computation|how it was calculated|derivation => \d[^\n.=]{0,14}[-+*/×÷·−][^\n.=]{0,14}\d[^\n=]{0,12}=|=\s?\d
final answer|answer sentence|sentence giving the answer|final sentence giving the answer|concluding sentence|answer in a sentence|closing sentence|result sentence => \b(?:therefore|thus|so|hence|in total|altogether|the answer is|arrives? at|the result is|which (?:gives|makes)|you (?:need|get|pay|have)|is|are|costs?)\b[^.\n]{0,60}\d[^\n]{0,40}\.?\W*\Z
unit|unit of measurement|units => \b\d[\d.,]* ?(?:km|cm|mm|m|kg|g|mg|s|h|min|ml|l|m/s|km/h|°C|°F|J|N|W|V|A|Hz|Pa|mol|euros?|dollars?|metres?|meters?|hours?|minutes?|seconds?|miles?|litres?|%)(?:\b|(?=\W)|\Z)|[$€£]\d
check|verification|check of the result|verification of the result|cross-check|plausibility check|result check|proof|sanity check => \b(?:check\w*|verif\w+|confirm\w*|double-check|sanity|plug(?:ging)? (?:it )?(?:back )?in|substitut\w+ back|indeed)\b
!definition|explanation of the term|meaning of the term => \b(?:is|are) (?:an?|the|when|what)\b|\b(?:means?|refers? to|defined as|called|known as|stands for)\b
analogy|metaphor|simile|figurative language => (?<!would )(?<!['’]d )\blike an?\b|\b(?:as if|imagine|just as|as \w+ as|compar\w+|similar to)\b|\bthink of\b
sun|sunlight|solar => \b(?:sun\w*|solar|daylight)\b
sunset => \b(?:sunset|dusk|setting sun)\b
white light|composition of white light|colours in white light|spectrum => \b(?:rainbow|spectrum|all (?:the )?colou?rs|white light|prism)\b
air|atmosphere => \b(?:air|atmospher\w+|sky|gas(?:es)?)\b
wind|wind load|wind pressure => \b(?:wind\w*|gusts?|gale|storm\w*)\b
microchip|chip|chipping|microchipping => \b(?:micro)?chip\w*\b
vaccination|vaccine|immunisation|immunization => \b(?:vaccin\w+|jabs?|rabies|immuni[sz]\w+|shots)\b
vet|veterinarian|vet visit => \b(?:vets?|veterinar\w+)\b
soil|soil type|potting mix => \b(?:soil|compost|earth|potting mix|loam|peat|clay|sandy)\b
watering|how often to water|water requirement|irrigation => \b(?:water\w*|moist\w*|irrigat\w+|soak\w*|drench\w*)\b
!light|light requirement|sunlight|amount of light|sun exposure|position => \b(?:sun\w*|light|shad(?:e|y)|bright|south-facing|window\w*)\b
fertiliser|fertilizer|feeding|plant food => \b(?:fertili[sz]\w+|feed\w*|compost|manure|nitrogen|plant food|tomato food)\b
pest|pest control|disease|insect => \b(?:aphids?|slugs?|pests?|mites?|fung\w+|mildew|blight|insects?|caterpillars?|diseases?|bugs?|snails?)\b
frost|frost protection|winter protection|cold weather|winter => \b(?:frost\w*|winter|fleece|hardy|freez\w+|mulch\w*|indoors|cold)\b
harvest|harvesting|harvest time => \b(?:harvest\w*|pick(?:ed|ing)?|ripe\w*|ready to eat)\b
interest rate|!interest|rate of interest|apr => \b(?:interest|apr|\d[\d.,]* ?(?:%|per ?cent))
risk|investment risk|risk of loss|risk warning => \b(?:risk\w*|los(?:e|s|es|ing)|volatil\w+|fall in value|not guaranteed|go down|fluctuat\w+)\b
diversification|spreading the risk|spread of risk => \b(?:diversif\w+|spread\w*|mix of|different (?:companies|assets|funds)|index funds?|eggs in one basket)\b
emergency fund|savings|reserve|safety net => \b(?:emergency fund|saving\w*|sav(?:e|ed)|set aside|put aside|cushion|rainy day|reserve\w*|months['’]? (?:of )?(?:expenses|spending))\b
tax|taxation|tax implication|tax aspect|tax treatment => \b(?:tax\w*|vat|irs|hmrc|levy|deduct\w+)\b
inflation|rising prices|price increase => \b(?:inflation\w*|cpi|rpi|ris(?:e|ing) (?:in )?prices|prices? (?:rise|rose|went up)|more expensive|purchasing power)\b
!fee|!charge|service charge => \b(?:fees?|charg\w+|commission|surcharge)\b
payment method|means of payment|how to pay|payment option => \b(?:card|paypal|bank transfer|cash|invoice|direct debit|instal\w+|pay (?:by|with|via|in)|cheque)\b
landlord|owner => \b(?:landlord\w*|owner\w*|letting agent\w*)\b
deposit => \b(?:deposit\w*|bond)\b
language skill|!language|foreign language|language knowledge => \b(?-i:(?:English|French|German|Spanish|Italian|Polish|Chinese|Mandarin|Swedish|Finnish|Danish|Dutch|Portuguese|Arabic|Russian|Japanese|Turkish|Hindi|Greek|Czech))\b|\b(?:fluent\w*|bilingual|languages?)\b
qualification|education|degree|academic background|educational background|training|studies => \b(?:degree|diploma|certificat\w+|certified|bachelor\w*|master\w*|phd|msc|bsc|graduat\w+|stud(?:y|ied|ies|ying)|universit\w+|qualif\w+|licen[cs]e|college|trained)\b
work experience|experience|professional experience|previous job|employment history => \b(?:years? (?:at|of|in|as)|worked|work(?:s|ing) (?:at|for|as)|experience\w*|internship|interned|currently|previous\w*|my (?:job|role|work))\b
achievement|accomplishment|success|quantified achievement => \b(?:achiev\w+|increas\w+|reduc\w+|cut|grew|won|award\w*|led|built|improv\w+|rais\w+|sav(?:ed|ing)|trained|launched|doubled)\b
motivation|reason for applying|interest in the company|why the applicant wants the job => \b(?:because|excited|keen|eager|would (?:like|love)|passion\w*|admire|drawn|attract\w+|motivat\w+|look(?:ing)? forward|interest\w*)\b
start date|availability|earliest start date|when the candidate could begin|notice of availability => \b(?:start|begin|join|available)\w*\b[^.\n]{0,40}(?:\d|immediately|january|february|march|april|may|june|july|august|september|october|november|december|once)
salary|salary expectation|pay|wage => \b(?:salar\w+|wages?|pay(?:ing)? (?:is|of)|remuneration|[$€£]\s?\d[\d,.]*k?)
interview|request for an interview|asking for an interview => \b(?:interview\w*|meet(?:ing)? you|talk (?:to|with) you|conversation)\b
attachment|enclosure => \b(?:attach\w*|enclos\w+|please find)\b
call to action|invitation to act|request for action => \b(?:please|join us|sign up|register|click|visit|call|contact us|book|order now|get in touch|come along|try it|buy|download|let us know|choose)\b
offer of help|offer of further help|further help|further assistance|offer to help further|offer to help|offer of assistance|follow-up offer|additional support => \b(?:let (?:me|us) know|feel free|happy to|get in touch|(?:any|further|more) questions|anything else|just reply|reach out|here to help|glad to|contact us|(?:if|should) you (?:need|have|want|would)|would like (?:me|us|it)|shall i\b|want me to)\b
alternative|other option|plan b|fallback|other possibility|alternative suggestion => \b(?:alternativ\w*|instead|or (?:else|you|a|try|use)|otherwise|another (?:option|way|possibility)|if (?:that|this|not|you(?:['’]d| would) rather|it)|could also|works? as well|rather than|substitut\w+)\b
!proof|keeping a copy|documentation of the defect|photo|written record => \b(?:photo\w*|receipts?|cop(?:y|ies)|records?|evidence|proof|screenshots?|in writing|log)\b
practical tip|!tip => \b(?:tips?:|tip\b|make sure|remember|try (?:to|not)|avoid|don['’]t forget|it helps|consider|should)\b
conclusion|summary|closing remark|closing paragraph|final remark|concluding remark => \b(?:in conclusion|to conclude|to sum up|in (?:summary|short|brief)|overall|all in all|ultimately|conclusion|so next time|let us therefore|in the end)\b
list of ingredients|ingredient list|ingredient => \b(?:ingredients|\d+ ?(?:g|ml|tbsp|tsp|cups?|cloves?|tablespoons?|teaspoons?|eggs?|oz|lb|kg|pinch))\b
tool tip|keyboard shortcut|shortcut => \b(?:ctrl|cmd|alt|shift|command|win)\b ?\+
restart|reboot|restarting|restarting the router => \b(?:restart\w*|reboot\w*|power[- ]cycl\w+|unplug\w*|turn (?:it|the \w+) off|off and on)\b
factory reset|reset => \b(?:factory|reset\w*)\b
speed test|line test|measuring the speed => \b(?:speed ?tests?|line test|measure|test the)\b
wireless channel|wi-fi channel|channel|frequency band|frequency => \b(?:channels?|\d(?:\.\d)? ?ghz|bands?|frequenc\w+)\b
firmware|firmware update|software update|update => \b(?:firmware|updat\w+|upgrad\w+|latest version|patch\w*)\b
"""


def _table() -> list[tuple[tuple[str, ...], str]]:
    rows = []
    for line in (_CONCEPTS.strip() + "\n" + MORE_CONCEPTS.strip()).splitlines():
        names, _, form = line.partition(" => ")
        rows.append((tuple(names.split("|")), form))
    return rows


CONCEPTS = _table()
"""What a rationale calls a thing, and the regular expression that finds it in a text."""
