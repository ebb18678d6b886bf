"""More everyday topics and the words that name them, as data for `term_topics`.

What judges ask of replies, recipes, trips, code, news and advice. A line that begins with two spaces goes on with the one before.
"""

from __future__ import annotations

EVERYDAY = """
disabled access|walking difficulty: stairs, lift, elevator, wheelchair, step-free, knee, ramp, walking stick, accessible,
  accessibility, mobility, on foot
foreign language skill|language ability: english, french, german, spanish, italian, polish, chinese, mandarin, swedish,
  finnish, danish, dutch, portuguese, arabic, russian, japanese, fluent, fluently, bilingual, native speaker
computer skill|technical skill|software skill|programming skill: python, excel, java, sql, javascript, software, spreadsheet,
  word processing, office
certificate|certification: qualification, degree, diploma, certificate, certified, bachelor, master, phd, msc, bsc, graduate,
  graduated, studied, university, licence, cpc
previous experience|career: years at, years of, worked at, worked as, worked for, experience, internship
way to contact: @, call us, phone, email, e-mail, contact us, hotline, tel, write to us, reach us, dial
emergency|emergency number|emergency service: emergency, 999, 911, 112, ambulance, fire brigade
blood thinner|anticoagulant: blood thinner, anticoagulant, warfarin, heparin, apixaban
stomach|stomach problem: stomach, gastric, ulcer, digestive, gut
ice|cold compress: ice, iced, cold pack, compress, chill, cool, frozen peas, ice bath
ice bath: iced water, ice water, ice bath, bowl of ice
cooling down: iced, ice bath, cold water, cool, chill, under running water
elevation: sea level, altitude, elevation, high up, metres up, mountains
serving suggestion|serving idea|accompaniment|side dish: serve with, serve it with, serve over, serve on, served with,
  goes well with, on toast, with a salad, alongside, garnish, top with, with crusty bread, with rice
swap: instead of, substitute, swap, replace, alternative, or use, if you have no, can be replaced
oven setting: °C, °F, ° C, ° F, degrees, gas mark, medium heat, low heat, high heat
garnish: garnish, sprinkle, top with, scatter, decorate
resting the meat: rest for, let it rest, resting, leave to rest, rest the
gluten|gluten-free option|coeliac: gluten, gluten-free, coeliac, celiac, wheat, flour
spice|spiciness: chilli, chili, cumin, paprika, curry, pepper, cayenne, cinnamon, turmeric, spice, spicy
herb: basil, parsley, thyme, oregano, coriander, rosemary, mint, dill, chives, herb, sage, bay leaf
protein: protein, chicken, beef, tofu, bean, lentil, egg, fish
drink pairing|wine pairing: wine, riesling, chardonnay, merlot, pinot, sauvignon, prosecco
transportation|getting around|travel connection|transit: tram, bus, train, metro, subway, underground, ferry, station,
  public transport, taxi, bike, on foot, drive, airport
taxi|cab: taxi, cab, uber
airport|airport transfer: airport
place to sleep|somewhere to stay: hotel, hostel, guesthouse, b&b, apartment, airbnb, campsite, lodge, inn, stay at
eating option: restaurant, brasserie, bistro, cafe, café, trattoria, lunch, dinner, tavern, pub, bakery, breakfast,
  food stall, eatery, canteen, tapas, mains
cultural attraction|sight|attraction|landmark: museum, gallery, cathedral, castle, altarpiece, palace, church, tower,
  monument, exhibition, temple, fort, bridge
nightlife: bar, club, theatre, concert, jazz, cocktail
visa|passport: visa, passport, entry requirement, esta, entry permit
money|exchange rate: currency, euro, dollar, cash, atm, exchange rate, pounds, yen, kroner
tip|gratuity: tip, tipping, gratuity, service charge
safety tip|protective equipment|protective gear|protection: safety, safe, careful, caution, goggles, gloves, helmet,
  switch off, unplug, turn off, danger, ventilate, ventilation, supervise, beware, electric shock, do not touch, keep away
ventilation|fresh air: ventilate, ventilation, open a window, open the window, fresh air, airflow, extractor
glove|protective glove: glove, gloves
power|power supply|turning off the power|switching off the power|electricity: switch off, turn off, unplug, fuse, breaker,
  mains, power off, disconnect
acknowledgement of feelings: sorry to hear, i understand, understandable, frustrating, i'm sorry, we're sorry, sorry
follow-up|additional help: let me know, feel free, happy to help, get in touch, any questions, further questions,
  anything else, just reply, reach out, here to help, glad to help, contact us
next action|further step: next step, click, sign up, register, join, follow up
getting the money back: refund, reimburse, money back, repay, repaid, pay you back, credit your card, back on your card,
  return the money, get your money, returned to your account, get your
replacement product|new item: replace, replacement, exchange, swap, new one, another one, send a new
cost of returning: label, prepaid, return postage, free return, return is free, postage, collect it
return process|return procedure: return, send it back, send back, label, drop off, collect
tracking link|order status: track, tracking
order reference: order number, order #, order no, reference, ref, case number, ticket number, #
escalation|manager|supervisor: manager, supervisor, escalate, team lead, head of, specialist
complaint procedure: complaint, complain, ombudsman, dispute
cancellation|cancellation policy: cancel, cancellation, terminate, notice
ending the contract: terminate, termination, end the contract, cancel, notice
renewal|auto-renewal|automatic renewal: renew, renewal, renews, rolls over, roll over, extended automatically
free trial|trial: trial
instalment|installment|payment plan: instalment, installment, monthly payment, in three payments, payment plan,
  spread the cost
late fee|late payment|consequence of late payment: late fee, penalty, interest, surcharge, fine, late payment, overdue
tax consequence: tax, taxable, vat, irs, levy, hmrc, income tax
professional|professional advice|tax adviser|accountant|financial adviser|expert|expert advice|specialist: accountant, cpa,
  tax adviser, tax advisor, lawyer, solicitor, attorney, adviser, advisor, professional, specialist, expert, doctor,
  electrician, plumber, technician, surveyor, mechanic
lawyer|solicitor|attorney|legal help: lawyer, solicitor, attorney, citizens advice, law centre, legal aid,
  tribunal
condition|restriction|limitation|terms: only if, provided that, unless, on condition, as long as, restricted, condition
requirement: eligible, eligibility, entitled, qualify, qualifies, at least 18, open to
document|paperwork|required document|what document to send|document needed: passport, certificate, receipt, contract,
  boarding pass, booking code, invoice, document, licence, proof, statement
written permission|permission in writing|written consent|get permission in writing|
  getting permission in writing: written consent, written permission, consent in writing, permission in writing, in writing
security deposit: deposit, bond
evidence|photo evidence|keeping record: photo, receipt, keep a copy, record, evidence, proof, screenshot, in writing
director: ceo, chief executive, managing director, director, head of, president, founder, boss
founder: founder, founded, co-founder, set up, established
witness|eyewitness: witness, saw, according to
environment|ecological impact: environment, environmental, emission, carbon, co2, wildlife, habitat, pollution, climate,
  biodiversity, green
employment|staff number: job, employ, staff, worker, hire
what happens next: next year, going to, intend, future, later this year, expected
none value: empty, null, edge case, corner case, undefined
space complexity|memory consumption: memory, ram, space, O(1) space, heap, in place
parameterised query|prepared statement: injection, parameterised, parameterized, prepared statement, placeholder, escape
library: import, require(, #include
dependency|external library|third-party library|library|package: pip install, npm install, library, package, dependency,
  import
installation|install instruction|installation step|setup: install, pip install, npm install, brew, apt, setup, download
example: print(, for example, e.g., example, usage, console.log, >>>
return type: return, returns, returned, ->
function parameter: parameter, argument, param, args
context manager|closing the file|file closing: with open, context manager, close(, closed
aggregation: GROUP BY, group, sum(, count(
filter: WHERE, filter
null check: null, none, is not None
backing up the data: backup, back up, copy of, save a copy
router placement|placement|position of the router: move the router, place the router, position, central, shelf, away from
changing the frequency: channel, 5 GHz, 2.4 GHz, band, frequency
cable|wired connection|ethernet: cable, ethernet, wired, lan
password|changing the password: password, passphrase, passcode
interference|neighbour|neighbouring network: interference, neighbour, neighbor, microwave
warm-up|warming up|warm up: warm up, warm-up, warmup, warming up, loosen up
cool-down|cooling down|cool down: cool down, cool-down, stretch, stretching
cross-training|cross training: cycling, swim, swimming, yoga, strength training, rowing, cross-training
rest day|recovery|recovery day|recovery time: rest day, recovery, recover, day off, days off
footwear|running shoe|shoe|proper shoe: shoes, shoe, trainers, sneakers, boots
hydration|drinking enough|fluid: drink, water, hydrate, hydrated, hydration, fluids, fluid
warning symptom: pain, stop if, see a doctor, if you feel, chest, dizzy, fever, stiff neck, confusion, severe, sudden,
  worsening, go to hospital, call 999, numbness, blood, bleeding, rash
sleep: sleep, bed, bedtime, nap, insomnia
alcohol consumption: alcohol, wine, beer, spirits, drinking, drink
caffeine: caffeine, coffee, espresso, energy drink, cola
screen|screen time|phone use|blue light: screen, phone, tablet, blue light, laptop
stress|relaxation|stress reduction: stress, relax, relaxation, meditation, meditate, breathing, mindfulness, calm, anxiety
ground|compost: soil, compost, earth, potting mix, loam, peat, ground
drainage: drain, drainage, waterlogged, soggy, holes
cold: frost, winter, fleece, hardy, freezing, mulch, indoors, cold
planting distance|distance between plants: apart, spacing, cm, inches
rabies|shot: vaccine, vaccination, rabies, vaccinate, jab, shots
veterinary check|visit to the vet: vet, veterinary, veterinarian
airline|airline rule|airline requirement|airline policy: airline, carrier
quarantine: quarantine
toxic plant|poisonous plant|poison: toxic, poisonous, poison, lilies
collar|lead|leash: collar, lead, leash, harness
reply: rsvp, register, sign up, let us know, book your
agenda|programme|program: agenda, programme, schedule, talks
audience|target group: for beginners, for children, for families, adults, aimed at, welcome
room: street, road, hall, library, courtyard, building, centre, center, avenue
rhyme|rhyme scheme: rhyme
comparison: like a, as a, like the
weather condition: rain, sun, snow, wind, storm, fog, cloud, sunny, cold, heat, warm, windy, weather, temperature, frost,
  drizzle
emotion|mood: happy, sad, angry, afraid, joy, fear, lonely, love, cry, tears, proud, ashamed
wildlife: animal, dog, cat, bird, fish, horse, fox, swallow, geese, rabbit, deer, wolf, cow, sheep, owl, duck, mouse,
  snake, bee
caveat: not a solicitor, not a lawyer, not a doctor, not legal advice, not medical advice, not financial advice,
  no substitute, consult, disclaimer, binding opinion, confirm with, check with
limitation|caveat: limitation, may not, uncertain, unclear, not all, small sample, caveat
methodology|method: survey, experiment, trial, interviewed, randomised, randomized, measured, compared, method
suggestion: recommend, recommendation, suggest, advise, we propose
final thought: in conclusion, to conclude, to sum up, in summary, overall, in short, all in all, conclusion, ultimately
verification step: check:, verify, verification, check that, to check, double-check, sanity check
role of the sun: sun, solar
moon|role of the moon: moon, lunar
gravity|gravitational force|gravitational pull|gravitation|attraction: gravity, gravitational, gravitation, pull, pulls,
  attraction
photosynthesis: photosynthesis, photosynthetic
personal data: privacy, gdpr, personal data, data protection, confidential, anonymous, consent
social media: facebook, instagram, twitter, tiktok, linkedin, social media, youtube
competitor|competition|rival: competitor, rival, competition, compared with, unlike
screen|display: screen, display, oled, inch, resolution
camera|photo quality: camera, photo, lens, megapixel
durability|robustness|build quality: sturdy, robust, durable, aluminium, plastic, solid, build, made of, steel, scratches
noise level|loudness: noise, noisy, loud, quiet, silent, db, decibel
maintenance|care|upkeep: clean, cleaning, wash, rinse, wipe, descale, maintenance, maintain, dishwasher
energy consumption|power consumption|electricity cost: kwh, watt, energy, electricity, power
"""
