"""English words that name one thing in everyday texts, as data for `topics`: groups that hold in both directions.

Only words that can hardly mean anything else where the rest of a term stands beside them; what is looser, or one-directed, is in `term_topics`.
`_` is a space within a name; `;` and the end of a line end a group.
"""

from __future__ import annotations

from judgeaudit.text.quantity_words import word_list

_GROUPS = """
begin start commence kick_off get_under_way launch inaugurate; end finish conclude wrap_up close terminate
increase rise grow climb go_up surge soar; decrease decline drop fall shrink go_down sink dip
postpone delay defer put_off push_back reschedule; cancel call_off scrap; buy purchase order acquire; sell sale
help assist assistance aid support; fix repair mend resolve solve; mutate modify change alter; award get receive grant
hit affect affected impact; loan borrow lend borrowed; stop halt suspend; late deceased dead; recovery backup
job role position post; sanction punishment penalty; apply application request; compensation refund reimbursement
film documentary; array list; photograph photo picture; statement claim; broken faulty defective damaged out_of_order
replace swap substitute exchange; choose select pick opt; show demonstrate illustrate display
allow permit let authorize authorise; forbid ban prohibit outlaw bar; require demand need oblige must
compulsory mandatory obligatory; optional voluntary; hire employ recruit; dismiss fire sack lay_off redundancy
resign quit step_down; boss manager supervisor line_manager; company firm business employer corporation enterprise
worker employee staff colleague workforce; customer client shopper buyer; applicant candidate; doctor physician gp medic
nurse carer; medicine medication drug tablet pill; illness disease sickness ailment; injury wound
pregnant pregnancy expectant; child kid youngster toddler; baby infant newborn; teenager adolescent teen
elderly older senior aged; house home; flat apartment; landlord owner lessor; tenant renter lessee; rent rental
car vehicle automobile; lorry truck; bike bicycle cycle; plane aircraft airplane flight; train railway
road street lane avenue; shop store retailer; supermarket grocery; film movie; book volume novel; song track tune
picture image photo photograph; letter correspondence; email e-mail mail; phone telephone call ring
website site webpage web_page homepage; internet online web; password passcode pin; account login log-in
sign_up register enrol enroll registration; sign_in log_in login; error mistake bug fault defect; crash failure fail
test check verify validate; code program script; function method routine; parameter argument; variable identifier
loop iteration iterate; dictionary dict map hash_map; string text; delete remove erase; copy duplicate
change alter modify adjust switch; improve enhance better upgrade; worsen deteriorate; fast quick rapid swift speedy
slow sluggish; cheap inexpensive affordable low-cost budget; expensive costly pricey dear; price cost fee charge fare
free gratis complimentary no_charge free_of_charge; discount reduction rebate voucher coupon
refund reimburse reimbursement money_back repay repayment; pay payment; invoice bill; receipt proof_of_purchase
deposit down_payment; salary wage pay remuneration; tax levy duty; debt loan; bank lender; money cash funds
profit earnings surplus; loss deficit shortfall; guarantee warranty; delivery deliver shipping ship dispatch shipment
parcel package; postage shipping_cost delivery_fee delivery_charge; deadline due_date closing_date cut-off; contract agreement
law act legislation statute; lawyer attorney solicitor; judge magistrate; police officer constable; crime offence offense
theft burglary robbery steal; prison jail; murder kill; war conflict; soldier troop; battle fight; peace truce ceasefire
vote ballot poll; election vote poll; government administration; president; minister secretary; king monarch
founder establish; protest demonstration demonstrate rally march protester demonstrator
strike walkout industrial_action; opponent critic opposition; supporter backer proponent advocate; objection criticism concern
agree agreement consent approve approval; refuse reject turn_down decline
consent permission approval authorization authorisation; promise pledge vow; warn warning caution alert beware
danger risk hazard peril; dangerous risky hazardous unsafe; safe safety secure; accident collision crash; flood flooding
storm gale hurricane; rain rainfall shower; snow snowfall; wind breeze gust; hot heat warm; cold chilly cool
temperature degree celsius fahrenheit; drought dry_spell; climate weather; sea ocean; river stream; lake pond
forest wood woodland; hill mountain; beach shore coast; town city municipality; village hamlet; country nation state
inhabitant resident population people_live; neighbour neighbor; crowd audience spectator; meal dish food; lunch midday_meal
dinner supper evening_meal; dessert pudding sweet; starter appetizer appetiser; drink beverage; bake baking
fridge refrigerator refrigerate chill; freezer freeze frozen; fry saute sauté pan; boil simmer; stir mix combine whisk
chop dice slice cut mince; peel skin; season seasoning salt_and_pepper salt; sugar sweetener; pepper chilli chili
vegetarian meat-free meatless; vegan plant-based; allergy allergen allergic; leftover leftovers keep store storage
portion serving serve; holiday vacation trip; journey trip travel voyage; tourist visitor traveller traveler
accommodation lodging; luggage baggage suitcase; ticket admission entry; book reserve booking reservation
arrive arrival reach; leave depart departure; stay overnight; map route; parking park car_park; toilet restroom bathroom loo
stairs steps staircase; lift elevator; room hall; garden yard; water watering irrigate irrigation
fertilizer fertiliser feed compost manure; soil earth ground; seed sow sowing; prune cut_back trim; pest aphid slug bug insect
sun sunlight sunshine sunny solar; shade shady; moon lunar; star stellar; earth globe world; energy power electricity
solar_panel photovoltaic; pollution emission exhaust; waste rubbish garbage trash litter; recycle recycling
battery cell charge; screen display monitor; cable cord lead wire; router modem; wi-fi wifi wireless; channel frequency band
noise sound loud; quiet silent; smell odour odor; taste flavour flavor; colour color; shape form; size dimension
weight weigh kg kilo; height tall; length long; width wide; distance far; speed pace; age old; birth born; death die pass_away
marriage marry wedding; divorce separate; education study degree qualification; school class; university college
exam test examination; grade mark score; homework assignment; teacher instructor tutor; pupil student; lesson class course
translate translation; job post position role; career profession occupation; experience background; skill ability competence
team colleague teamwork; leader lead leadership head; meeting session; colleague co-worker; resume cv; training train course
exercise workout physical_activity; run running jog jogging; swim swimming; cycling cyclist; stretch stretching
weight_loss lose_weight; diet nutrition eat; sleep rest bedtime; tired fatigue exhausted exhaustion; headache migraine
fever temperature; pain ache sore hurt; bleed bleeding blood; heart cardiac; stomach tummy; tooth teeth dental dentist
surgery operation; hospital clinic emergency_room a&e; vaccine vaccination jab; symptom sign; treatment therapy treat
cure heal healing recover recovery; prevent prevention avoid; cause trigger reason; effect impact consequence
benefit advantage; drawback disadvantage downside; problem issue trouble; solution remedy; purpose aim goal
reason why because; result outcome; example instance; summary summarise summarize; conclusion conclude; comparison compare
difference differ; similar alike; opposite contrary; history historical; origin originate come_from; inventor invent invention
discover discovery find; scientist researcher; experiment trial study; research study investigation; theory hypothesis
evidence proof; statistic figure data number; percentage percent share proportion; average mean; majority most; minority few
double twice; animal creature; dog canine; cat feline; insect bug; flower blossom bloom; leaf leaves foliage
painting picture canvas; ram memory; duty obligation; artist painter; musician band; poem verse; character protagonist
ending end; author writer; newspaper paper press; journalist reporter; announce announcement declare; party celebration
funeral burial; gift present; invitation invite; guest attendee participant; host organizer organiser
donation donate contribute contribution; charity non-profit; member membership; competition contest tournament
winner win victory; loser lose defeat; prize award; goal score; match game; player athlete; coach trainer; rule regulation
fine penalty; permit licence license; form application; document paperwork papers; signature sign signed; reminder remind
complaint complain; apology apologise apologize sorry; thank thanks grateful gratitude; greeting greet hello; farewell goodbye
regards sincerely; feedback review; survey questionnaire poll; privacy confidential personal_data; security secure safety
backup back_up; update upgrade; install installation set_up; uninstall remove; restart reboot
setting configuration preference; print printer; video clip; microchip chip; collar lead leash; vet veterinary veterinarian
cage crate; heating heater radiator boiler; air_conditioning cooling; insulation insulate; leak drip; pipe plumbing
builder developer contractor; architect designer; engineer designer; ceo chief_executive head managing_director boss
chair chairman chairwoman chairperson chaired; investor shareholder; share stock; competitor rival; supplier vendor
factory plant; warehouse depot; headquarters head_office; site location venue place
"""


def _table() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for group in _GROUPS.replace("\n", ";").strip(";").split(";"):
        names = word_list(group)
        for name in names:
            table[name] = tuple(dict.fromkeys((*table.get(name, ()), *(other for other in names if other != name))))
    return table


SYNONYMS = _table()
"""A word in lower case, as it is in the table, to the other names."""

AMBIGUOUS = frozenset(
    word_list(
        "late stop halt suspend grant receive get request apply recovery hit affect affected impact documentary punishment"
        " memory picture canvas solve resolve rest lead end post wood bar dear test class course match game coach trainer"
        " train head chair share stock market plant earth ground feed cell"
        " charge screen display monitor set_up sign trial study role position part point change switch move drop fall raise"
        " climb order fire sack leave"
        " stay book volume case note mark score grade figure number data skin cut run ring call mail string text map"
        " function method argument code"
        " program cool warm hot cold lift water cause reason result find show present current address form copy back goal"
        " aim rule fine right left well"
        " mean average spring march may bill check clear close level interest party host guide press paper record room hall"
        " shower bank state country"
        " nation world home house must need demand require oblige let allow permit show begin start launch finish close sale"
        " sell order pick select avoid"
        " because meeting head boss business firm employer sign_in mix combine fan dish cycle old senior owner press visitor"
        " online web order lose"
        " loss drip sting store keep storage serve season feed duty dispatch oil gas bug rest down_payment contract act"
        " consequence solution remedy"
        " trouble problem issue light purpose color colour shape size length height age speed pace weight class pan weed"
        " shock pipe button menu setting"
        " video window door wall floor track tune site place location venue post posts flight trip travel degree temperature"
        " share background ability"
        " alert rise grow decline pay practice account login function help support aid service eat diet feedback review update change modify adjust text"
        " call fail failure crash"
        " evidence proof announce declare experience agree agreement approve approval criticism concern flat parcel package"
        " branch office factory major"
        " minor team session minutes training fan goal cash funds fund bar clip chip collar leash sun day stellar star flesh"
        " copy opposite winner"
        " people_live population cover contrary similar alike oven roast head_office developer contractor builder designer"
        " architect owner free"
    )
)
"""Words with other everyday meanings: one of them alone does not name the other."""
