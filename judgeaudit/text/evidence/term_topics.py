"""What counts as a mention of an everyday topic, as data for `terms`: a text that names one of the cues has named the topic."""

from __future__ import annotations

from judgeaudit.text.evidence.term_everyday import EVERYDAY
from judgeaudit.text.quantity_words import word_list

_TOPICS = """
refund|reimbursement: refund, money back, reimburse, repay, give back
postage|shipping|shipping cost|delivery cost: postage, shipping, ship, delivery charge, delivery fee, delivery cost, return label, prepaid label
delivery|delivery time: deliver, ship, shipping, arrive
warranty: warranty, guarantee, guaranteed
discount|price reduction: discount, coupon, voucher, rebate, off the price, percent off, reduced price, half price
replacement|exchange: replace, replacement, exchange, swap, new one
opening hour|business hour|opening time: open from, open until, open daily, open between, opening hour, business hour
proof of purchase|receipt: receipt, proof of purchase, invoice
fee|charge: fee, charge, surcharge
fine|penalty: penalty, fine
public transport|public transportation|public transit: public transport, bus, metro, subway, tram, underground, public transportation, public transit
accommodation|lodging|place to stay: accommodation, hotel, hostel, airbnb, guesthouse, bed and breakfast, apartment
hotel: hotel, hostel, guesthouse
restaurant|place to eat|dining: restaurant, pizzeria, trattoria, bistro, cafe, diner, eatery
luggage|baggage: luggage, baggage, suitcase
air travel|flight: flight, fly, airport, airplane
ticket|admission|entrance fee: ticket, admission, entry fee, entrance fee
weather: rain, rainy, sunny, snow, forecast, weather, temperature, storm, fog, thunderstorm, heatwave
alcohol|drinking|alcoholic drink: alcohol, wine, beer, whisky, vodka, liquor, alcoholic
coffee: coffee, espresso, cappuccino, latte, americano
caffeine: caffeine, coffee, espresso
dairy|dairy product: dairy, milk, butter, cream, cheese, yogurt, yoghurt
nut: nut, almond, walnut, hazelnut, peanut, cashew, pecan
meat: meat, beef, chicken, pork, lamb, bacon, ham, sausage
fish|seafood: fish, salmon, tuna, shrimp, seafood, prawn
vegetarian|vegetarian option|vegan option: vegetarian, vegan, meat-free, plant-based
sugar|sweetener: sugar, honey, sweetener, syrup
oven temperature|baking temperature: °C, °F, degrees, gas mark
number of serving|serving|portion: serves, serving, portion
cooking time|baking time: for 10 minutes, bake for, cook for, simmer for, boil for, roast for
medication|medicine|drug|painkiller: medication, medicine, ibuprofen, paracetamol, aspirin, acetaminophen, antibiotic, painkiller, prescription, tablet, pill
doctor|medical advice|physician|medical professional: doctor, physician, gp, healthcare provider
doctor|medical advice|physician|medical professional: medical professional, health professional, pediatrician, emergency room
exercise|physical activity: exercise, workout, jogging, physical activity, go for a run, gym, work out
sleep: sleep, insomnia, bedtime
hydration|drinking water: hydrate, hydration, dehydration, fluid, drink water, drink plenty, dehydrate
dehydration|dehydrate: dehydrate, dehydration
injury: injury, injure, hurt, sprain, fracture, wound
pain: pain, ache, aching, sore, hurt, painful
surgery|operation: surgery, surgical, operation, operate
smoking|tobacco: smoke, smoking, cigarette, tobacco, nicotine
vaccine|vaccination: vaccine, vaccinate, vaccination, jab, immunization, immunisation
pregnancy: pregnant, pregnancy, expectant
mental health: mental health, depression, anxiety, depressed
stress: stress, stressed, stressful, anxiety
diet|nutrition: diet, nutrition, nutrient, dietary
allergy|allergen: allergy, allergen, allergic
salary|wage: salary, wage, paycheck
job|employment: job, employ, employment, jobless, hire
unemployment: unemployment, jobless, unemployed
interest|interest rate: interest, apr
tax|taxes: tax, vat, levy
vat|value added tax: vat, value added tax, sales tax
permission|consent|approval: permission, consent, approval, approve, authorization, authorisation
contract|agreement: contract, agreement
lease|tenancy: lease, tenancy, rental agreement
notice|notice period: notice
law|legislation: law, act, statute, legislation, legal
lawyer|legal advice|solicitor: lawyer, attorney, solicitor
privacy|data protection: privacy, personal data, confidential, data protection, gdpr
police: police, officer, constable
docstring: \"\"\", docstring
comment|code comment|inline comment: #, //, /*
error handling|exception handling: try:, except, catch, raise, throw, exception
time complexity|complexity|runtime complexity|big o: O(, linear time, quadratic, logarithmic, constant time
type hint|type annotation: ->, : int, : str, : list
unit test|test|test case: assert, pytest, unittest, test case, unit test
recursion: recursion, recursive, recursively
thread safety|concurrency: thread, lock, mutex, concurrent
speed|performance|efficiency: fast, faster, slow, slower, speed, performance, efficient, efficiency, quick, quicker, O(
security: secure, security, vulnerability, vulnerable, encrypt, encryption, injection
naming|variable name: rename, naming, variable name, name of the variable
edge case: edge case, empty list, empty string, None, negative number
sun: sun, solar, sunlight
moon: moon, lunar
sea|ocean: sea, ocean, marine
earth: earth, terrestrial
gravity: gravity, gravitational
climate change|global warming: climate change, global warming, climate crisis, climate
renewable energy|renewables: renewable, solar, wind power, wind energy, hydropower
carbon dioxide|co2: carbon dioxide, co2, CO₂
oxygen: oxygen, o2, O₂
pollution: pollution, polluted, pollute, pollutant, smog
protest|demonstration: protest, demonstration, demonstrator, protester, march, rally, demonstrate
reunification|unification: reunify, reunite, reunification, unify, unification
war|conflict: war, battle, conflict, invasion, warfare
election|vote: election, vote, voter, poll, ballot
opponent|opposition|critic|criticism: opponent, oppose, critic, criticize, criticise, objection, against the plan, opposition
death: die, death, dead, kill, pass away, deceased
marriage|wedding: marry, marriage, wedding, wed, married
divorce: divorce, divorced, separated
revolution: revolution, uprising, revolt
flood|flooding: flood, flooding, flooded
fire: fire, blaze, burn, flame
storm: storm, hurricane, typhoon, thunderstorm, cyclone
earthquake: earthquake, quake, seismic
teamwork|collaboration: team, teamwork, colleague, collaborate, collaboration, collaborative
leadership: lead, leadership, manage, supervise
education|qualification|degree: degree, diploma, university, college, bachelor, certificate, qualification, graduate
family: family, mother, father, parent, sister, brother, wife, husband, son, daughter, children
child|kid: child, kid, son, daughter, toddler
pet: pet, dog, cat, hamster
car: car, vehicle, automobile
bike|bicycle|cycling: bike, bicycle, cycle, cycling
weekend: weekend, saturday, sunday
volunteer|volunteering: volunteer, voluntary
developer|builder: developer, builder
subject line|subject: subject:, subject line, betreff:, re:
conclusion|closing statement: in conclusion, to conclude, to sum up, in summary, overall, in short, conclusion
disclaimer: not legal advice, not medical advice, not financial advice, not a substitute, consult a, disclaimer
source|reference|citation: according to, source:, sources:, references:, http, et al, [1]
overconfidence: overconfident, overconfidence, arrogant, arrogance, too sure
parking|car park: park, parking, car park, garage
internet|wi-fi|wifi: internet, wi-fi, wifi, online
insurance: insurance, insure, insured, insurer, policyholder
safety|safety precaution: safe, safety, precaution, goggles, careful, caution
animal: animal, dog, cat, horse, cow, sheep, goose, geese, swallow, bird, fish, wolf, fox, rabbit, lion, tiger, hen
bird: bird, swallow, goose, geese, eagle, sparrow, robin, owl, crow
flower: flower, tulip, daisy, lily, blossom
tree: tree, oak, maple, pine, birch, willow
fruit: fruit, apple, banana, pear, berry, strawberry, grape, lemon, mango
vegetable: vegetable, carrot, onion, tomato, broccoli, spinach, pepper
footwear|shoe: shoe, trainers, sneakers, boots, footwear, sandals
clothing|clothes: clothes, clothing, jacket, shirt, coat, trousers, sweater
foreign language|language: english, french, german, spanish, italian, chinese, mandarin, swedish, danish, fluent
professional|professional help|expert: doctor, lawyer, accountant, tax adviser, tax advisor, professional, specialist, consult
direct speech|dialogue: he said, she said, said the, asked the
recommendation: recommendation, recommend
technical problem|technical fault|technical issue: technical problem, technical fault, technical issue, technical defect
kitten: kitten
puppy: puppy
christmas: christmas, xmas
email: email, e-mail
noise: noise, noisy, loud
cold: cold, chilly, freezing
age: years old, aged, year-old
birthday: birthday
illness|disease: illness, ill, disease, sick
hospital: hospital, clinic, ward
school: school, classroom, pupil
teacher: teacher, professor, instructor
student: student, pupil
money: money, cash, dollar, euro
payment: pay, payment
payment method: credit card, paypal, bank transfer, by card, in cash, direct debit
deposit: deposit, security deposit
bug: bug, defect, error
battery|battery life: battery
wind: wind, windy, gust, breeze
profit: profit, earnings
loss: loss, lose
growth: growth, grow, increase
increase|rise: increase, rise, rose, grow, grew, went up, gone up, climb
decrease|decline|drop|fall: decrease, decline, drop, fall, fell, went down, shrink
compensation: compensation, compensate, damages
complaint: complaint, complain
strike: strike, walkout
traffic: traffic, congestion, rush hour
supplement: supplement, vitamin
out of memory|oom: out of memory, oom, oomkilled
warm-up|warming up: warm up, warm-up, warmup
cool-down|cooling down: cool down, cool-down
stretching: stretch, stretching
warning: warning, warn, caution, beware, careful
france: france, french
spain: spain, spanish
germany: germany, german
britain|uk|united kingdom: britain, british, uk, united kingdom
england: england, english
netherlands|holland: netherlands, dutch, holland
greece: greece, greek
poland: poland, polish
sweden: sweden, swedish
denmark: denmark, danish
turkey: turkey, turkish
ireland: ireland, irish
switzerland: switzerland, swiss
wales: wales, welsh
scotland: scotland, scottish
finland: finland, finnish
hungary: hungary, hungarian
soviet union|ussr: soviet union, ussr, soviet
"""


def _table(lines: str) -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for line in lines.strip().replace("\n  ", " ").splitlines():
        topics, _, cues = line.partition(": ")
        for topic in map(str.strip, topics.split("|")):
            table[topic] = table.get(topic, ()) + tuple(cue.strip() for cue in cues.split(", "))
    return table


TOPICS = _table(_TOPICS)
"""A topic in lower case and the singular, to the words that name it."""

WHOLE_TOPICS = _table(EVERYDAY)
"""The same, of topics that are named as a whole: the words that name one are no other names of its words."""

LIGHT = frozenset(
    word_list(
        "risk danger issue topic subject matter event process system industry company city country area region brand aspect"
        " problem concern question"
        " possibility option information info detail data guidance advice instruction consideration rule requirement factor"
        " topic skill clause statement"
        " value component kill"
    )
)
"""Heads that add nothing: the flood risk is mentioned where the flood is."""

UNLIKE = frozenset(
    word_list(
        "custom customer director directory critic critical criticism criticiz import important importance univers university organ organic organiz general"
        " generation author authority"
        " hospital hospitality human humanity person personal personality "
        "form formal formation station state national nature natural intern internal exper expert secret secretary part"
        " partial partly commun"
        " community even event invent inventory "
        "capital capitalism product production operator operation universal object objective objection minor minority major"
        " majority mass massive"
        " execut executive execution"
    )
)
"""Stems and words that look alike and are not forms of one word."""
