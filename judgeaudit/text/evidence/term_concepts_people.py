"""Things that judges ask for of people, letters, complaints and the law, and the forms that prove one is in a text, as data for `term_concepts`."""

from __future__ import annotations

ROWS = r"""
birthplace|place of birth|where born => \bborn (?:and raised )?(?:in|at|near)\b|\b(?:native|son|daughter) of (?-i:[A-Z])|
  \bgrew up in\b
birth date|date of birth|birth year|year of birth|birthday => \bborn\b[^.\n]{0,40}\d{4}|\(\d{4}\s?[-–]
date of death|death|year of death => \b(?:died|death|passed away|killed)\b
cause of death|how died => \b(?:died|killed|death)\b[^.\n]{0,20}\b(?:of|from|by|in|after|when)\b
!age => \b\d{1,3}[- ]years?[- ]old\b|\baged? \d|\byears old\b|\bat (?:the age of )?\d{1,2}\b(?=[,. ])|\b\d+ (?:months?|
  weeks?) old\b
lifespan|life expectancy|how long lives => \blives?\b[^.\n]{0,20}\b(?:year|month|week|day)|\blifespan\b|\blife expectancy\b
nationality|origin|country of origin => \b(?-i:(?:British|English|Dutch|French|German|Italian|Spanish|American|Portuguese|
  Polish|Russian|Swedish|Danish|Greek|Irish|Swiss|Austrian|Japanese|Chinese|Indian))\b
profession|occupation|job title => \b(?:is|was|as|works as|became) an? (?:\w+ )?\w+(?:er|or|ist|ian|ant|ect|yst|ect)\b
teacher|mentor|training|apprenticeship|master => \b(?:taught by|trained (?:with|under|by|in|at)|studied (?:with|under)|
  pupil of|student of|apprentice|apprenticed|learn(?:ed|t) from|under the guidance of)\b
academic title|!title|doctorate => \b(?-i:Dr|Prof|PhD|Professor|MSc|BSc|MD)\b
employer|affiliation|current position => \b(?:at|for|with) the (?-i:[A-Z])|\b(?:works?|working|employed|hired) (?:at|for|
  by)\b|\b(?:university|institute|company) of\b
award|prize|honour|honor|distinction => \b(?:prize|award(?:ed)?|medal|prix|won(?!['’])|honou?red|trophy|nobel|laureate|
  fellowship)\b
!family|family life|private life|personal life => \b(?:wife|husband|sons?|daughters?|children|married|mother|father|parents|
  brother|sister|family)\b
hobby|interest|pastime => \b(?:plays? (?:the|in)|hobby|hobbies|enjoys?|in (?:his|her|their) (?:free|spare) time|loves? to|
  keen|passionate about)\b
personal anecdote|personal experience|personal touch|anything personal|personal detail|personal story => \b(?:my|I (?:once|
  remember|was|had|cried|lov\w+|like\w*|felt|used)|when I)\b
painting location|whereabouts|current location|where seen today|where it hangs => \b(?:hangs?|housed|on display|displayed|
  kept|exhibited|can be seen)\b
film title|film's name|film name|name of the film|movie title|title of the film|name of the book|book title|
  title of the book => \b(?:called|titled|entitled|named) (?-i:[A-Z])|["“*_](?-i:[A-Z])[^"”*_\n]{2,60}["”*_]
statute|law|legal basis|legislation|act|legal source|legal provision|legal reference => \b(?-i:Act|Regulation|Directive|
  Statute|GDPR|(?:Civil|Penal|Criminal|Labour) Code)\b|\bsection \d|\barticle \d|§
!source|citation|!reference|evidence source|bibliography => \baccording to\b|\b(?:section|article) \d|\bhttps?:|\bwww\.|
  \bet al\b|\[\d{1,2}\]|\bsources?:|\breferences?:|\b(?:study|report|survey|research|figures|data) (?:by|from|of|published)\b|
  \bas reported (?:by|in)\b|\(\d{4}\)|\b(?-i:Act) \d{4}
disclaimer|legal disclaimer|medical disclaimer|note that it is no legal advice => \b(?:is|are|am|not|isn['’]t|
  aren['’]t)(?: not)? (?:a )?(?:legal|medical|financial|professional|tax|investment)? ?(?:advice|lawyer|solicitor|doctor|
  substitute)\b|\bno substitute\b|\bconsult (?:a|an|your)\b|\bgeneral information\b|\bfor information only\b|\bspeak to (?:a|
  an|your)\b|\btalk to (?:a|an|your)\b
praise|compliment|positive feedback|encouragement|positive remark|anything positive|strength|word of praise => \b(?:well done|
  great|good (?:job|work|point|idea)|excellent|strong(?:est)?|clear|impressive|nice(?:ly)?|lovely|proud|congratulations|
  I (?:like|liked|enjoyed)|you (?:did|do) well|works well|best part|convincing|effective)\b
negative feedback|weakness|suggestion for improvement|room for improvement|what could be better => \b(?:consider|improv\w+|
  weak(?:er|est)?|watch out|unclear|missing|next time|would be better|suggest\w*|try (?:to|not)|could be (?:\w+er|more))\b
grammar|punctuation|grammar and punctuation|language error|spelling|spelling and grammar => \b(?:comma|full stop|apostrophe|
  spelling|grammar|tense|punctuation|typo|semicolon|splice|capital letter|verb|agreement)s?\b
counterargument|counter-argument|opposing view|other side|opposing argument|objection => \b(?:other side|opponents?|critics?|
  on the other hand|admittedly|some (?:people )?(?:say|argue|fear|worry|claim)|objections?|it is true that|granted|against it|
  sceptics|counter-?arguments?|may argue|might argue)\b
question|question to the user|follow-up question|clarifying question|question back|question for the reader => \?
regret|apology|expression of regret|word of regret|sympathy => \b(?:sorry|apolog\w+|regret\w*|unfortunately)\b
empathy|sympathy|understanding|compassion|acknowledgement of the frustration|acknowledgement of the inconvenience|
  concern for the customer => \b(?:sorry|understand(?:able|ably)?|frustrat\w+|must (?:be|have been)|appreciate|I know (?:how|
  that)|that sounds|disappoint\w+|inconvenience|imagine)\b
thanks|thank you|gratitude|appreciation|word of thanks => \b(?:thanks?|thank(?:ed|ing)|grateful|appreciate[ds]?)\b
welcome|greeting|salutation|form of address|opening greeting => \A\W{0,5}(?:hi|hello|hey|dear|good (?:morning|afternoon|
  evening|day)|greetings|welcome)\b
sign-off|closing|farewell|complimentary close|closing formula|signature => \b(?:regards|sincerely|yours (?:truly|faithfully)|
  best wishes|cheers|all the best|take care|have a (?:nice|great|good|lovely) (?:day|week|weekend|evening)|see you)\b
sender's name|name of the sender|signature|name at the end => (?:regards|sincerely|faithfully|wishes|cheers|love|thanks|
  understanding),?\s*\n+\s*(?-i:[A-Z])\w+
invitation to return|hope to see again => \b(?:see you again|welcome you (?:back|again)|come back|visit us again|
  look forward to (?:seeing|welcoming))\b
reference number|ticket number|case number|ticket reference|order number|booking reference|reference|confirmation number|
  tracking number => \b(?:ticket|reference|case|order|booking|ref|confirmation|tracking|invoice|
  claim)\b[ :#.-]{0,3}(?:(?:number|no|id|code)\b[ :#.-]{0,3})?(?:is )?(?-i:[A-Z]{0,5})[-#]?\d[\w-]*|#\d{3,}
steps already taken|steps that the customer has taken|previous attempt|earlier attempt|
  what the customer has tried => \b(?:already|you(?:['’]ve| have) (?:tried|done|restarted|checked)|for (?:trying|checking|
  restarting)|(?:trying|tried) an?\b)
refund|money back|reimbursement|return of the money => \b(?:refund\w*|reimburs\w+|money back|paid back|pay (?:you|it|
  them) back|repa(?:y|id|yment)|credit(?:ed)? (?:to )?your|get (?:your |the )?(?:\d+ ?%|money|\S+ (?:euros?|eur|dollars?|
  pounds?)) back)\b
replacement|exchange|substitute|new unit => \b(?:replac\w+|exchang\w+|swap(?:ped)?|new one|another one|send (?:you )?a new|
  substitute)\b
return label|prepaid label|return shipping|return postage => \b(?:labels?|prepaid|pre-paid|return (?:is|are) free|
  free returns?|postage|collect(?:ed)? (?:it|from you))\b
compensation|goodwill gesture|gesture of goodwill => \b(?:vouchers?|discount\w*|compensat\w+|credit|free of charge|goodwill|
  coupon|on the house|% off|per ?cent off|waive[ds]?|refund\w*|no charge)\b
voucher|discount|price reduction|coupon => \b(?:vouchers?|discount\w*|coupons?|rebate|reduced|half[- ]price)\b|% off|
  \bper ?cent off
broken lift|lift|elevator => \b(?:lift|elevator)\b
breakfast|complaint about breakfast|breakfast time => \bbreakfast\b
noise|noise complaint|complaint about the noise => \b(?:nois\w+|loud|quiet)\b
staff|praise for the staff => \b(?:staff|team|colleagues?|crew|employees?|kind words)\b
!deadline|!time limit|due date|cut-off date|closing date => \b(?:no later than|due (?:on|by|date|in)|deadline|
  at the latest)\b|\b(?:by|before|until) (?:the )?(?:end of|next|mon|tues|wednes|thurs|fri|satur|sun|tomorrow|tonight|
  midnight|noon|\d{1,2}(?:st|nd|rd|th)?\b|jan|feb|mar|apr|may \d|june?|july?|aug|sep|oct|nov|dec)|\b(?:have|within) (?:\d+|
  one|two|three|four|five|six|ten|fourteen|thirty) (?:working |business )?(?:days?|weeks?|months?|hours?)\b
no cost|free of charge|cost of a request|request is free|cost|costs the customer nothing => \b(?:free of charge|for free|free|
  no (?:extra )?(?:cost|charge|fee)|at no cost|without (?:charge|payment)|costs? (?:you )?nothing|[$€£]\s?\d|\d ?(?:euros?|
  dollars?|pounds?|[€$£]))
right to complain|complaint|appeal|right of appeal|how to complain|supervisory authority => \b(?:complain\w*|ombudsman|appeal|
  tribunal|supervisory authority|regulator|dispute)\b
identity check|identity verification|verification of identity => \b(?:identity|id|passport|verify (?:who|the)|prove who)\b
termination|right to terminate|exit clause|cancellation right|termination right => \b(?:terminat\w+|cancel\w*|exit|
  end the (?:contract|agreement|tenancy)|withdraw\w*|walk away|give notice)\b
inflation cap|price cap|cap|limit on increases|upper limit => \b(?:cap(?:ped)?|no more than|at most|ceiling|maximum|cpi|rpi|
  limit(?:ed)? to|inflation)\b
notice period|period of notice|notice => \bnotice\b
penalty|fine|sanction|consequence|consequence of non-compliance => \b(?:fines?|penalt(?:y|ies)|fined|sanctions?|surcharge|
  evict\w*|prosecut\w+|liable|forfeit|late fees?|disqualif\w+)\b
exception|exemption|special case => \b(?:except\w*|unless|exempt\w*|(?:do|does)(?:n['’]t| not) (?:apply|count)|can['’]t be|
  refuse if|other than|only if|apart from|excluding|save for)\b
eligibility|who is eligible|eligibility criteria|entry requirement|age limit|minimum age|age restriction => \b(?:eligib\w+|
  entitled|qualif\w+|open to|aged? \d|\d+ (?:and|or) (?:over|older|under)|under-?\d+s?|over-?\d+s?|minimum|at least \d+|
  adults? only)\b
animals barred|animals barred from entry|animals|dogs are not allowed|ban on dogs|dog policy|pet policy|pets => \b(?:dogs?|
  pets?|animals?)\b
withholding rent|stopping rent payments|stopping rent|not paying rent => \b(?:withhold|stop paying|keep paying|don['’]t stop|
  not pay\w*|holding back)\b
eviction|risk of eviction => \bevict\w*
"""
