"""English word forms and everyday aliases, as data for `terms`."""

from __future__ import annotations

from judgeaudit.text.quantity_words import word_list


def _groups(lines: str) -> list[list[str]]:
    """Words of each line; the first stands for the rest."""
    return [word_list(line) for line in lines.strip().splitlines()]


FORMS = {
    form: group[0]
    for group in _groups("""
be is are was were been being am
have has had having
do does did done doing
go goes went gone going
say says said saying
give gives gave given giving
take takes took taken taking
make makes made making
get gets got gotten getting
come comes came coming
see sees saw seen seeing
know knows knew known knowing
find finds found finding
tell tells told telling
leave leaves left leaving
keep keeps kept keeping
begin begins began begun beginning
write writes wrote written writing
read reads reading
run runs ran running
pay pays paid payment payments payable paying
buy buys bought buying
sell sells sold sale sales selling
send sends sent sending
spend spends spent spending
lose loses lost losing loss losses
bring brings brought bringing
build builds built building
hold holds held holding
meet meets met meeting meetings
think thinks thought thinking
teach teaches taught teaching
catch catches caught catching
choose chooses chose chosen choosing choice choices
break breaks broke broken breaking
speak speaks spoke spoken speaking
drive drives drove driven driving
eat eats ate eaten eating
fall falls fell fallen falling
grow grows grew grown growing growth
fly flies flew flown flying flight flights
drink drinks drank drunk drinking
sing sings sang sung singing
swim swims swam swum swimming
win wins won winning winner
die dies died dying death deaths
bear born birth births
freeze freezes froze frozen freezing
shoot shoots shot shooting
sleep sleeps slept sleeping
understand understands understood
forget forgets forgot forgotten
steal steals stole stolen stealing theft thefts
wear wears wore worn wearing
man men
woman women
child children
person people persons
foot feet
tooth teeth
mouse mice
goose geese
wife wives
life lives
knife knives
half halves
wolf wolves
shelf shelves
loaf loaves
analysis analyses analyse analyze analyzed analysed analysing analyzing
crisis crises
criterion criteria
phenomenon phenomena
datum data
index indices indexes
matrix matrices
appendix appendices
cancel cancels cancelled canceled cancelling canceling cancellation cancellations
deliver delivers delivered delivering delivery deliveries
ship ships shipped shipping shipment shipments
apologize apologise apologized apologised apologizes apologises apologizing apologising apology apologies
recommend recommends recommended recommending recommendation recommendations
register registers registered registering registration registrations
subscribe subscribes subscribed subscribing subscription subscriptions
confirm confirms confirmed confirming confirmation confirmations
reimburse reimburses reimbursed reimbursing reimbursement reimbursements
replace replaces replaced replacing replacement replacements
install installs installed installing installation installations
expire expires expired expiring expiry expiration
renew renews renewed renewing renewal renewals
approve approves approved approving approval approvals
arrive arrives arrived arriving arrival arrivals
compensate compensates compensated compensating compensation
translate translates translated translating translation translations
warn warns warned warning warnings
allergy allergies allergic
weigh weighs weighed weighing weight weights
decide decides decided deciding decision decisions
prove proves proved proven proving proof proofs
believe believes believed believing belief beliefs
safe safety safely
inspect inspects inspected inspecting inspection inspections
reserve reserves reserved reserving reservation reservations
invite invites invited inviting invitation invitations
diagnose diagnoses diagnosed diagnosing diagnosis
vaccinate vaccinates vaccinated vaccinating vaccination vaccinations
pollute pollutes polluted polluting pollution
donate donates donated donating donation donations
greet greets greeted greeting greetings
thank thanks thanked thanking
deduct deducts deducted deducting deduction deductions
verify verifies verified verifying verification
eligible eligibility
available availability
refund refundable
tax taxation taxable
park parking parked
insure insures insured insuring insurance
""")
    for form in group
}
"""Irregular forms, and nouns of everyday verbs, to the word that stands for them."""

ALIASES = _groups("""
email e-mail mail_address electronic_mail
phone telephone mobile_phone cell_phone cellphone smartphone mobile
tv television telly
refund money_back reimbursement reimburse
ad advert advertisement
app application
auto automobile car
bike bicycle
exam examination
fridge refrigerator
gym gymnasium
lab laboratory
math maths mathematics
photo photograph picture
plane airplane aeroplane aircraft
vet veterinarian
flu influenza
doc document
info information
fee charge
doctor physician
lawyer attorney
holiday vacation
elevator lift
apartment flat
petrol gasoline gas
movie film
kid child
mom mum mother
dad father
website web_site webpage web_page
laptop notebook_computer
ok okay
percent per_cent
us usa u.s. u.s.a. united_states united_states_of_america
uk u.k. united_kingdom great_britain
eu e.u. european_union
un u.n. united_nations
nyc new_york_city
la los_angeles
dc washington_d.c.
ai a.i. artificial_intelligence
ml machine_learning
vat value-added_tax value_added_tax
faq frequently_asked_questions
id identification identity_card
dob date_of_birth
eta estimated_time_of_arrival estimated_arrival
asap as_soon_as_possible
ceo chief_executive_officer chief_executive
cfo chief_financial_officer
hr human_resources
gdp gross_domestic_product
dna deoxyribonucleic_acid
co2 carbon_dioxide
h2o water
gps global_positioning_system
pin personal_identification_number
atm cash_machine
ngo non-governmental_organization non-governmental_organisation
nasa national_aeronautics_and_space_administration
who world_health_organization world_health_organisation
fbi federal_bureau_of_investigation
gdpr general_data_protection_regulation
js javascript
ts typescript
db database
repo repository
config configuration
env environment
auth authentication
docs documentation
ssn social_security_number
zip_code zipcode postcode postal_code
opening_hours business_hours hours_of_operation opening_times
shipping delivery
delivery_time shipping_time
return_policy returns_policy
jan january
feb february
apr april
aug august
sep sept september
oct october
nov november
dec december
mon monday
tue tues tuesday
wed wednesday
thu thurs thursday
fri friday
sat saturday
sun_day sunday
dr doctor
prof professor
st saint
kg kilogram kilogramme kilo
km kilometre kilometer
cm centimetre centimeter
mm millimetre millimeter
lb lbs pound
oz ounce
min minute
hr_unit hour hrs
sec second
24/7 around_the_clock 24_hours_a_day
free free_of_charge at_no_cost at_no_charge no_charge
discount reduction rebate price_off
deadline due_date
cost price
buy purchase
client customer
bathroom restroom toilet
soda soft_drink
sneakers trainers
soccer football
eggplant aubergine
zucchini courgette
cilantro coriander
trash garbage rubbish
truck lorry
""")
"""Everyday names of one thing; a group holds in both directions."""

LOOSE_ALIASES = frozenset(
    word_list(
        "fee mobile gas cost shipping us who la pin second min sec auto lift flat pound soccer kid buy doc env ship deliver free discount application"
        " app charge "
        "price deadline picture delivery_time doctor water child mother father id docs hr st ad notebook_computer client customer car identification"
    )
)
"""Of two meanings, or nearly alike: found by them, a term may stand there; it is not sure to."""

NUMBERS = {
    word: n
    for n, word in enumerate(
        word_list("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
    )
} | {word: 10 * n for n, word in enumerate(word_list("twenty thirty forty fifty sixty seventy eighty ninety"), 2)}

UNITS = {
    "second": ("time", 1), "minute": ("time", 60), "hour": ("time", 3600), "day": ("time", 86_400), "week": ("time", 604_800),
    "fortnight": ("time", 1_209_600), "month": ("months", 1), "year": ("months", 12), "decade": ("months", 120), "percent": ("%", 1),
    "km": ("length", 1000), "kilomet": ("length", 1000), "cm": ("length", 0.01), "kg": ("mass", 1000), "kilogram": ("mass", 1000),
    "gram": ("mass", 1),
}  # fmt: skip
"""Lemmas of units: what they measure, and how many of the least unit they are."""

STOP = frozenset(
    word_list(
        "a an the any some this that these those its it their they them his her he she him our we us you your my i me one ones of to in on at by for"
        " with from "
        "as into and or nor but not no be have do will would can could may might must shall should very also even ever all there here such own what"
        " which who "
        "whom whose about than then so if when where while how why is are was were been being has had does did am whether single kind sort"
    )
)
"""Words that say nothing of what is looked for."""
