"""More everyday topics and the words that name them, as data for `term_topics`: what judges ask of replies, recipes, trips, code, news and advice."""

from __future__ import annotations

EVERYDAY = """
mobility|accessibility|wheelchair access|disabled access|physical limitation|walking difficulty: stairs, lift, elevator, wheelchair, step-free, knee, ramp, walking stick, accessible, accessibility, mobility, on foot
language skill|language|foreign language skill|language ability: english, french, german, spanish, italian, polish, chinese, mandarin, swedish, finnish, danish, dutch, portuguese, arabic, russian, japanese, fluent, fluently, bilingual, native speaker
computer skill|it skill|technical skill|software skill|programming skill: python, excel, java, sql, javascript, software, spreadsheet, word processing, office
qualification|certificate|certification|academic background|educational background|study: qualification, degree, diploma, certificate, certified, bachelor, master, phd, msc, bsc, graduate, graduated, studied, university, licence, cpc
work experience|professional experience|previous experience|experience|career: years at, years of, worked at, worked as, worked for, experience, internship
achievement|accomplishment: achieve, achievement, increased, reduced, cut, grew, won, award, led, built, improved, raised, saved
contact detail|contact information|contact option|way to contact|contact: @, call us, phone, email, e-mail, contact us, hotline, tel, write to us, reach us, dial
medical help|medical attention|professional help|medical advice|seeking help|seek medical help|see a doctor|doctor's visit|consulting a doctor: doctor, physician, gp, hospital, emergency, a&e, clinic, pharmacist, nurse, paramedic, ambulance, dentist, specialist, 999, 911, 112, medical advice
emergency|emergency number|emergency service: emergency, 999, 911, 112, ambulance, fire brigade
side effect|adverse effect: side effect, nausea, drowsiness, drowsy, dizziness, dizzy, upset stomach, rash, constipation, irritate, irritation, stomach ulcer, bleeding
drug interaction|interaction|interaction with other drug|other medicine: interact, interaction, together with, combine with, combined with, blood thinner, warfarin, alongside
blood thinner|anticoagulant: blood thinner, anticoagulant, warfarin, heparin, apixaban
contraindication|who should not take it: should not take, avoid it if, do not take, not suitable, unless your doctor, contraindicated
overdose|maximum dose|daily limit|upper limit|maximum daily dose|dose limit: overdose, maximum, no more than, not exceed, do not exceed, at most, at or below, stay below, up to, more than, limit
child|children's dose|use in child: child, children, infant, paediatric, pediatric, under 12, under 16, kid
food|meal|eating|taking it with food: with food, with milk, meal, eat, food, snack, breakfast, empty stomach
stomach|stomach problem: stomach, gastric, ulcer, digestive, gut
swelling: swelling, swollen, swell
ice|cooling|cold compress: ice, iced, cold pack, compress, chill, cool, frozen peas, ice bath
ice bath: iced water, ice water, ice bath, bowl of ice
cooling|cooling down|chilling: iced, ice bath, cold water, cool, chill, under running water
altitude|sea level|elevation: sea level, altitude, elevation, high up, metres up, mountains
egg size|size of the egg: large egg, medium egg, small egg, large eggs, medium eggs, egg size
serving suggestion|serving idea|what to serve it with|accompaniment|side dish|how to serve it: serve with, serve it with, serve over, serve on, served with, goes well with, on toast, with a salad, alongside, garnish, top with, with crusty bread, with rice
storage|how to store it|storing|leftover|shelf life|keeping: store, storage, keep for, keeps for, keeps, fridge, refrigerate, freeze, freezer, airtight, leftover, up to three days
substitution|substitute|alternative ingredient|replacement|swap: instead of, substitute, swap, replace, alternative, or use, if you have no, can be replaced
alternative|other option: alternative, alternatively, instead, another option, or else, if you prefer, if you'd rather
equipment|tool|utensil|kitchen equipment: pan, pot, bowl, whisk, knife, blender, mixer, tray, tin, spanner, screwdriver, drill, wrench, hammer, pliers, brush
oven temperature|baking temperature|temperature|heat setting|oven setting: °C, °F, ° C, ° F, degrees, gas mark, medium heat, low heat, high heat
preheating|preheating the oven|preheat: preheat, heat the oven, pre-heat
seasoning|salt: salt, pepper, season, seasoning
garnish: garnish, sprinkle, top with, scatter, decorate
resting|resting time|resting the meat|rest: rest for, let it rest, resting, leave to rest, rest the
gluten|gluten-free option|coeliac: gluten, gluten-free, coeliac, celiac, wheat, flour
spice|spiciness: chilli, chili, cumin, paprika, curry, pepper, cayenne, cinnamon, turmeric, spice, spicy
herb: basil, parsley, thyme, oregano, coriander, rosemary, mint, dill, chives, herb, sage, bay leaf
protein: protein, chicken, beef, tofu, bean, lentil, egg, fish
wine|drink pairing|wine pairing: wine, riesling, chardonnay, merlot, pinot, sauvignon, prosecco
transportation|getting around|how to get there|getting there|direction|travel connection|transit: tram, bus, train, metro, subway, underground, ferry, station, public transport, stop, line, taxi, bike, walk, on foot, car, drive, airport
taxi|cab: taxi, cab, uber
airport|airport transfer: airport
accommodation|place to sleep|overnight stay|somewhere to stay|where to stay: hotel, hostel, guesthouse, b&b, apartment, airbnb, campsite, lodge, inn, stay at
restaurant|place to eat|food option|where to eat|eating option: restaurant, brasserie, bistro, cafe, café, trattoria, lunch, dinner, tavern, pub, bakery, breakfast, food stall, eatery, canteen, tapas, mains
cultural attraction|sightseeing|sight|attraction|landmark: museum, gallery, cathedral, castle, altarpiece, palace, church, tower, monument, exhibition, temple, fort, bridge
evening|nightlife|evening activity|evening entertainment: evening, night, bar, club, theatre, concert, jazz, cocktail
rain plan|rainy day|wet weather: rain, rainy, wet, umbrella, indoors, bad weather, poor weather, storm, raincoat, waterproof
packing|what to pack|what to bring|packing list|clothing: pack, bring, take along, wear, jacket, boots, shoes, raincoat, sunscreen
booking|reservation|booking ahead|advance booking|booking in advance|reserving|need to book: book, booking, reserve, reservation, in advance, slot, ahead
visa|entry requirement|passport: visa, passport, entry requirement, esta, entry permit
currency|money|exchange rate: currency, euro, dollar, cash, atm, exchange rate, pounds, yen, kroner
tip|tipping|gratuity: tip, tipping, gratuity, service charge
safety|safety advice|safety tip|safety warning|safety precaution|safety measure|precaution|protective equipment|protective gear|protection: safety, safe, careful, caution, goggles, gloves, helmet, switch off, unplug, turn off, danger, ventilate, ventilation, supervise, beware, electric shock, do not touch, keep away
ventilation|fresh air: ventilate, ventilation, open a window, open the window, fresh air, airflow, extractor
glove|protective glove: glove, gloves
power|power supply|turning off the power|switching off the power|electricity: switch off, turn off, unplug, fuse, breaker, mains, power off, disconnect
apology|regret: sorry, apologise, apologize, apology, apologies, regret
empathy|sympathy|compassion|understanding|acknowledgement of feelings: sorry to hear, i understand, understandable, frustrating, i'm sorry, we're sorry, sorry
thanks|gratitude|appreciation: thank, thanks, grateful, appreciate, appreciated, gratitude
offer of help|offer of further help|further help|further assistance|follow-up|offer to help further|offer of assistance|additional help: let me know, feel free, happy to help, get in touch, any questions, further questions, anything else, just reply, reach out, here to help, glad to help, contact us
call to action|next step|what to do next|next action|further step: next step, click, sign up, register, join, follow up
compensation|goodwill gesture|gesture of goodwill: voucher, discount, refund, credit, free of charge, compensation, goodwill, coupon, reimburse, % off, percent off
refund|money back|reimbursement|getting the money back: refund, reimburse, money back, repay, repaid, pay you back, credit your card, back on your card, return the money, get your money, returned to your account, get your
replacement|exchange|replacement product|new item: replace, replacement, exchange, swap, new one, another one, send a new
return label|prepaid label|return shipping|return postage|cost of returning: label, prepaid, return postage, free return, return is free, postage, collect it
return|returning it|how to return it|return process|return procedure: return, send it back, send back, label, drop off, collect
tracking|tracking number|tracking link|order status: track, tracking
order number|order reference|reference number|booking reference|case number: order number, order #, order no, reference, ref, case number, ticket number, #
shipping time|delivery time|delivery date|arrival date|estimated delivery|when it will arrive: working days, business days, arrive, within, delivered, days
escalation|manager|supervisor: manager, supervisor, escalate, team lead, head of, specialist
complaint|complaint procedure: complaint, complain, ombudsman, dispute
cancellation|cancelling|how to cancel|cancellation policy: cancel, cancellation, terminate, notice
notice period|notice: notice
termination|ending the contract|exit clause: terminate, termination, end the contract, cancel, notice
renewal|auto-renewal|automatic renewal: renew, renewal, renews, rolls over, roll over, extended automatically
trial period|free trial|trial: trial
payment method|payment option|how to pay|means of payment|payment: card, paypal, bank transfer, cash, invoice, direct debit, credit card, apple pay, instalment, pay by, pay with
instalment|installment|payment plan: instalment, installment, monthly payment, in three payments, payment plan, spread the cost
late fee|penalty|late payment|consequence of late payment|fine: late fee, penalty, interest, surcharge, fine, late payment, overdue
tax|taxation|tax consequence|tax implication: tax, taxable, vat, irs, levy, hmrc, income tax
professional|professional advice|tax adviser|accountant|financial adviser|expert|expert advice|a professional|specialist: accountant, cpa, tax adviser, tax advisor, lawyer, solicitor, attorney, adviser, advisor, professional, specialist, expert, doctor, electrician, plumber, technician, surveyor, mechanic
legal advice|lawyer|solicitor|attorney|legal help: lawyer, solicitor, attorney, citizens advice, legal advice, law centre, legal aid, tribunal
exception|exemption|special case: except, exception, unless, exempt, exemption, apart from, does not apply, only if, other than
condition|restriction|limitation|terms: only if, provided that, unless, on condition, as long as, restricted, condition
eligibility|who is eligible|requirement|who qualifies: eligible, eligibility, entitled, qualify, qualifies, at least 18, open to
document|paperwork|required document|documentation|what document to send|document needed: passport, certificate, receipt, contract, boarding pass, booking code, invoice, document, licence, proof, statement
written permission|permission in writing|written consent|get permission in writing|getting permission in writing: written consent, written permission, consent in writing, permission in writing, in writing
deposit|security deposit: deposit, bond
landlord|owner: landlord, owner, letting agent
evidence|proof|photo evidence|keeping record: photo, receipt, keep a copy, record, evidence, proof, screenshot, in writing
director|head of the company|company head|chief executive|ceo|boss|name of the ceo: ceo, chief executive, managing director, director, head of, president, founder, boss
founder|who founded it: founder, founded, co-founder, set up, established
investor|funder|who financed it|lead investor|source of funding|funding|financing|backer: led by, funding, funded, investor, backed by, financed, grant, investment, fund, raised, invested, loan
engineer|designer|engineer responsible|architect|person responsible|responsible engineer|who designed it: designer, designed by, engineer, architect
cause|cause of the collapse|reason for the collapse|cause of the accident|cause of the failure|what caused it: because, due to, caused, blamed, led to, result of, owing to, as a result, triggered
death toll|casualty|victim|number of deaths|number of victims|fatality: died, dead, killed, deaths, victims, casualties, injured, perished
injured|injury|number of injured: injured, hurt, wounded, injury, injuries
witness|eyewitness: witness, saw, according to
quote|quotation|direct quote|quoted statement: said, ", “, told
opposition|opponent|critic|criticism|opposing view|counterargument|counter-argument|opposing argument|other side|objection|concern|resident's concern: opponent, critic, oppose, opposed, against, fear, worry, worried, object, objection, doubt, questioned, warned, criticised, criticized, sceptical, concern, disagree
supporter|support|argument in favour|proponent: supporter, support, in favour, backed, welcomed, proponent, advocate, praised
environmental impact|environment|environmental concern|ecological impact: environment, environmental, emission, carbon, co2, wildlife, habitat, pollution, climate, biodiversity, green
job|job creation|employment|number of jobs|staff number: job, employ, staff, worker, hire
opening|opening date|when it opens|completion|completion date|launch date: open, opens, opening, launch, start up, completed, completion
vote|vote count|voting result|result of the vote: vote, votes, voted, majority, unanimous, unanimously
timeline|schedule|timetable|time frame|timeframe|timescale: january, february, april, june, july, august, september, october, november, december, monday, tuesday, wednesday, thursday, friday
background|historical context|history|historical background: century, founded, history, historical, originally, ago, war, dates back
future plan|outlook|next step|future|what happens next|plan for the future: next year, going to, intend, future, later this year, expected
test|unit test|testing|test case|any test: test, assert, pytest, unittest, spec, tested
error handling|exception handling|invalid input|malformed input|failure handling|input validation|exception|validation: try:, try/except, except, catch, raise, raises, throw, throws, exception, error, validate, invalid, malformed
encoding|character encoding|unicode: encoding, utf-8, utf8, unicode, ascii
logging: log, logger, logging, logged
empty input|empty list|edge case|corner case|empty file|null|none value|null value: empty, null, edge case, corner case, undefined
time complexity|complexity|runtime|big o|performance|running time|efficiency: O(, linear, quadratic, logarithmic, constant time, complexity, faster, slow, slower, efficient, performance, quick, speed, runtime
memory|memory use|memory usage|space complexity|memory consumption: memory, ram, space, O(1) space, heap, in place
index|database index|indexing: index, indexed, indexes
sql injection|injection|parameterised query|prepared statement: injection, parameterised, parameterized, prepared statement, placeholder, escape
import|import statement|required import|library: import, require(, #include, from
dependency|external library|third-party library|library|package: pip install, npm install, library, package, dependency, import
installation|install instruction|how to install it|installation step|setup: install, pip install, npm install, brew, apt, setup, download
usage example|example call|example of use|example usage|sample call|example|sample output: print(, for example, e.g., example, usage, console.log, >>>
return value|what it returns|return type: return, returns, returned, ->
parameter|argument|function parameter: parameter, argument, param, args
type hint|type annotation|typing|type: ->, : int, : str, : list, : dict, : float, : bool, type hint
context manager|with statement|closing the file|file closing: with open, context manager, close(, closed
limit clause|limit: LIMIT, limit, top 10
sorting|ordering|order by clause|order by: ORDER BY, sort, sorted, order by
group by|group by clause|grouping|aggregation: GROUP BY, group, sum(, count(
join|join condition|join clause: JOIN, join
where clause|filter|filtering: WHERE, filter
null check|null handling: null, none, is not None
backup|back up|backing up the data: backup, back up, copy of, save a copy
restart|reboot|restarting|restarting the router: restart, reboot, turn it off, switch it off, power cycle, off and on
firmware|firmware update|software update|update|updating: update, firmware, latest version, upgrade
router placement|placement|position of the router: move the router, place the router, position, central, shelf, away from
channel|frequency|changing the frequency|wi-fi channel|frequency band: channel, 5 GHz, 2.4 GHz, band, frequency
speed test|measuring the speed: speed test, speedtest, measure
cable|wired connection|ethernet: cable, ethernet, wired, lan
password|changing the password: password, passphrase, passcode
interference|neighbour|neighbouring network: interference, neighbour, neighbor, microwave
warm-up|warming up|warm up: warm up, warm-up, warmup, warming up, loosen up
cool-down|cooling down|cool down|stretching: cool down, cool-down, stretch, stretching
cross-training|cross training: cycling, swim, swimming, yoga, strength training, rowing, cross-training
rest day|recovery|recovery day|recovery time: rest day, recovery, recover, day off, days off
footwear|running shoe|shoe|proper shoe: shoes, shoe, trainers, sneakers, boots
hydration|drinking|water|drinking enough|fluid: drink, water, hydrate, hydrated, hydration, fluids, fluid
when to stop|warning sign|red flag|danger sign|warning symptom|alarm symptom: pain, stop if, see a doctor, if you feel, chest, dizzy, fever, stiff neck, confusion, severe, sudden, worsening, go to hospital, call 999, numbness, blood, bleeding, rash
nutrition|diet|food|eating: eat, protein, carbohydrate, meal, diet, nutrition, snack, food, vegetables, fibre, fiber
sleep|sleeping: sleep, bed, bedtime, nap, insomnia
exercise|physical activity|movement|sport: exercise, walk, run, yoga, gym, sport, swim, cycling, workout, jog
alcohol|drinking|alcohol consumption: alcohol, wine, beer, spirits, drinking, drink
caffeine: caffeine, coffee, espresso, energy drink, cola
screen|screen time|phone use|blue light: screen, phone, tablet, blue light, laptop
stress|relaxation|stress reduction|relaxing: stress, relax, relaxation, meditation, meditate, breathing, mindfulness, calm, anxiety
light|sunlight|light requirement|amount of light|sun exposure: sun, sunny, sunlight, light, shade, bright, window, south-facing, indirect
watering|how often to water|water requirement|water: water, watering, moist, drench, irrigate
soil|soil type|ground|compost: soil, compost, earth, potting mix, loam, peat, ground
drainage: drain, drainage, waterlogged, soggy, holes
fertiliser|fertilizer|feeding|feed: fertiliser, fertilizer, feed, compost, manure, nitrogen, plant food
pest|disease|insect: aphid, slug, pest, mite, fungus, mildew, blight, insect, caterpillar, disease
frost|winter|winter protection|cold: frost, winter, fleece, hardy, freezing, mulch, indoors, cold
spacing|planting distance|distance between plants: apart, spacing, cm, inches
harvest|harvesting|when to harvest: harvest, pick, ripe, picking
microchip|microchipping|chip|chipping: microchip, chip, chipped, microchipped
vaccination|vaccine|rabies|shot|immunisation: vaccine, vaccination, rabies, vaccinate, jab, shots
vet|veterinarian|veterinary check|visit to the vet: vet, veterinary, veterinarian
airline|airline rule|airline requirement|airline policy: airline, carrier
quarantine: quarantine
toxic plant|poisonous plant|poison: toxic, poisonous, poison, lilies
collar|lead|leash: collar, lead, leash, harness
start time|starting time|time of the start|time of the event: doors open, starts at, begins at, start at, begin at, from 9, at 7
parking|where to park|car parking: park, parking, car park, garage
dress code|what to wear: dress code, wear, smart casual, black tie, dressed
rsvp|registration|how to register|sign-up|reply: rsvp, register, sign up, let us know, book your
entry fee|admission|admission fee|entrance fee|cost of entry|whether it is free: free, entry, admission, ticket, fee, donation, costs
donation: donation, donate, contribute, contribution
organiser|organizer|host|who organises it: organised by, organized by, host, hosted by, organiser, organizer, committee, led by
catering|food and drink|refreshment|food: refreshments, snack, coffee, tea, cake, food, drinks, lunch, buffet, catering
agenda|programme|program: agenda, programme, schedule, talks
audience|target group|who it is for|target audience: for beginners, for children, for families, adults, aimed at, welcome
venue|location|place|meeting point|meeting place|address|where it takes place|room: street, road, hall, library, courtyard, building, centre, center, avenue
rhyme|rhyming|rhyme scheme: rhyme
simile|comparison: like a, as a, like the
season: spring, summer, autumn, winter, fall
weather|weather condition: rain, sun, snow, wind, storm, fog, cloud, sunny, cold, heat, warm, windy, weather, temperature, frost, drizzle
emotion|feeling|mood: happy, sad, angry, afraid, joy, fear, lonely, love, cry, tears, proud, ashamed
colour|color: red, blue, green, yellow, white, black, brown, orange, purple, grey, gray, gold, silver, pink
animal|wildlife: animal, dog, cat, bird, fish, horse, fox, swallow, geese, bear, rabbit, deer, wolf, cow, sheep, owl, duck, mouse, snake, bee
disclaimer|caveat: not a solicitor, not a lawyer, not a doctor, not legal advice, not medical advice, not financial advice, no substitute, consult, disclaimer, binding opinion, confirm with, check with
limitation|caveat|weakness|uncertainty: limitation, may not, uncertain, unclear, not all, small sample, caveat
sample size|number of participants|number of respondents|participant: participants, respondents, people, patients, surveyed, employees, volunteers, subjects, n =
methodology|method|how the study was done|study design: survey, experiment, trial, interviewed, randomised, randomized, measured, compared, method
recommendation|suggestion: recommend, recommendation, suggest, advise, we propose
conclusion|summary|closing|final thought: in conclusion, to conclude, to sum up, in summary, overall, in short, all in all, conclusion, ultimately
check|verification|checking the result|verifying the result|verification step|the result|proof: check:, verify, verification, check that, to check, double-check, sanity check
unit|unit of measurement: kg, km, cm, mm, metres, meters, m/s, grams, litres, liters, miles, °C, seconds, minutes, hours, joules, newtons, mol
sun|role of the sun: sun, solar
moon|role of the moon: moon, lunar
gravity|gravitational force|gravitational pull|gravitation|attraction: gravity, gravitational, gravitation, pull, pulls, attraction
photosynthesis: photosynthesis, photosynthetic
chlorophyll: chlorophyll, green pigment
carbon dioxide|co2: carbon dioxide, co2, CO₂
inflation|rising price|price increase: inflation, price rise, rising prices, prices rose, more expensive
interest rate|interest|rate of interest: interest, apr, % a year, percent a year
risk|investment risk|risk of loss: risk, lose money, loss, volatile, fall in value, not guaranteed, can go down
saving|savings|emergency fund: saving, savings, save, emergency fund, put aside
budget|cost|price|expense|what it costs: €, $, £, euro, dollar, pound, free of charge, budget
privacy|data protection|confidentiality|personal data: privacy, gdpr, personal data, data protection, confidential, anonymous, consent
social media: facebook, instagram, twitter, tiktok, linkedin, social media, youtube
competitor|competition|rival: competitor, rival, competition, compared with, unlike
battery|battery life|charging: battery, charge, charging, mah, runtime
screen|display: screen, display, oled, inch, resolution
camera|photo quality: camera, photo, lens, megapixel
durability|robustness|build quality|material: sturdy, robust, durable, aluminium, plastic, solid, build, made of, steel, scratches
size|dimension|measurement: cm, mm, inch, inches, metres, size, compact
weight: kg, grams, weighs, weight, heavy, lightweight
colour option|color option|available colour: red, blue, black, white, green, grey, gray, silver
noise|noise level|loudness: noise, noisy, loud, quiet, silent, db, decibel
cleaning|how to clean it|maintenance|care|upkeep: clean, cleaning, wash, rinse, wipe, descale, maintenance, maintain, dishwasher
warranty|guarantee: warranty, guarantee, guaranteed
energy consumption|power consumption|electricity cost: kwh, watt, energy, electricity, power
"""
