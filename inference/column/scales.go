package column

import "strings"

// scales are words of grades in their order, in lower case; words of one place stand together. The first scale that
// has all levels decides.
var scales = [][]string{
	{"none|no|absent|never|nil|negative|neg|-|0", "trace|minimal|rare|rarely|very low|very weak|±|+/-|(+)",
		"low|lo|weak|mild|small|little|slight|seldom|minor|occasionally|occasional|occas|a little|+|1+|+1",
		"medium|med|mid|middle|moderate|mod|intermediate|average|normal|sometimes|some|++|2+|+2",
		"high|hi|strong|severe|large|big|often|marked|frequently|frequent|freq|usually|regularly|regular|regul|major|" +
			"a lot|+++|3+|+3",
		"very high|very strong|very severe|very large|very often|extreme|always|heavy|++++|4+|+4"},
	{"never", "rarely|rare|seldom|hardly ever|almost never", "occasionally|occasional|occas|sometimes|some",
		"often|frequently|frequent|freq|regularly|regular|regul|usually|mostly",
		"always|almost always|very often|constantly|heavy"},
	{"vl|very low", "l|low|lo", "m|med|mid|middle|medium", "h|high|hi", "vh|very high"},
	{"l|lower|bottom", "m|middle|mid|centre|center", "u|upper|top"},
	{"xxs", "xs|extra small|x small", "s|small", "m|medium", "l|large", "xl|extra large|x large", "xxl", "xxxl"},
	{"tiny", "short|small", "medium", "tall|long|large", "huge|giant"},
	{"strongly disagree|completely disagree", "disagree|somewhat disagree",
		"neutral|neither|undecided|unsure|neither agree nor disagree", "agree|somewhat agree",
		"strongly agree|completely agree"},
	{"very dissatisfied|very unsatisfied", "dissatisfied|unsatisfied", "neutral|neither", "satisfied", "very satisfied"},
	{"very unlikely", "unlikely", "neutral|possible", "likely", "very likely"},
	{"not at all|unimportant|not important", "slightly|slightly important|a little|a little bit",
		"moderately|moderately important|somewhat|important",
		"very|very much|very important|quite a bit|a lot|considerably", "extremely|extremely important|completely"},
	{"never|none", "once", "a few times|several times|sometimes", "many times|often"},
	{"never|none", "less than monthly|less than once a month|yearly|annually", "quarterly", "monthly|once a month",
		"weekly|once a week",
		"daily|every day|almost daily|daily or almost daily"},
	{"very poor|very bad|terrible|awful", "poor|bad", "fair|ok|okay|acceptable|average", "good", "very good",
		"excellent|premium", "ideal|outstanding|exceptional|perfect"},
	{"much worse", "worse|worsened|deteriorated|progressive disease|pd|decrease|decreased|down",
		"same|unchanged|stable|stable disease|sd|no change|constant",
		"better|improved|partial response|pr|increase|increased|up", "much better|complete response|cr|recovered|cured"},
	{"negative|neg", "equivocal|borderline|indeterminate|inconclusive|uncertain|weak|weakly positive|weak positive",
		"positive|pos", "strongly positive|strong positive"},
	{"normal|healthy|control|none|no", "borderline|minimal|mild|elevated|early", "moderate|impaired|high|intermediate",
		"severe|diseased|very high|late|advanced", "critical|very severe"},
	{"normal|healthy", "benign|hyperplasia|adenoma", "malignant|carcinoma", "metastatic|metastasis"},
	{"underweight", "normal|normal weight|healthy", "overweight", "obese", "severely obese|morbidly obese"},
	{"hypo", "normal|normo|eu", "hyper"},
	{"slow", "medium|moderate|normal", "fast|quick"},
	{"cold|very cold", "cool", "mild|warm|moderate", "hot", "very hot"},
	{"dry|very dry", "moist|medium", "wet", "very wet|flooded"},
	{"light", "medium", "dark", "very dark|black"},
	{"fair", "light", "medium", "dark", "black"},
	{"light|very light", "medium|moderate", "heavy", "very heavy"},
	{"thin", "medium|normal", "thick"}, {"narrow", "medium", "wide|broad"}, {"shallow", "medium|intermediate", "deep"},
	{"soft", "medium", "hard"}, {"easy", "medium|moderate", "hard|difficult", "very hard|very difficult"},
	{"near|close", "medium|middle", "far|distant"},
	{"early", "mid|middle|intermediate", "late"}, {"before|pre|baseline", "during|mid", "after|post",
		"follow up|followup"},
	{"minimum|min", "mean|median|medium|average", "maximum|max"},
	{"novice|beginner", "basic|elementary", "intermediate|medium", "advanced", "expert"},
	{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"},
	{"first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th"},
	{"q1", "q2", "q3", "q4"},
	{"once", "twice", "three times|thrice"}, {"zero", "one", "two", "three", "four", "five", "six"}, {"single",
		"double", "triple"},
	{"monday|mon", "tuesday|tue|tues", "wednesday|wed", "thursday|thu|thur|thurs", "friday|fri", "saturday|sat",
		"sunday|sun"},
	{"january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug",
		"september|sep|sept", "october|oct", "november|nov", "december|dec"},
	{"morning", "noon|midday", "afternoon", "evening", "night"},
	{"embryo|egg", "larva", "pupa|nymph", "juvenile|young|immature", "subadult", "adult|mature", "senior|old"},
	{"baby|newborn|neonate|infant", "toddler", "child|children|kid", "adolescent|teenager|teen|youth", "young adult",
		"adult", "middle aged", "elderly|senior|old|aged"},
	{"young", "middle aged|middle|mid|medium", "old|elderly|aged"},
	{"none|no education|uneducated|illiterate", "kindergarten",
		"primary|elementary|primary school|elementary school|elementary education", "middle school|lower secondary",
		"secondary|high school|secondary school|upper secondary|hs",
		"tertiary|higher|college|some college|university|vocational",
		"bachelor|bachelors|bachelor's|undergraduate|graduate|bsc|ba",
		"master|masters|master's|postgraduate|msc|ma", "doctorate|doctoral|phd|doctor"},
	{"freshman|fr", "sophomore|so", "junior|jr", "senior|sr"}, {"junior|jr", "mid|middle|regular", "senior|sr",
		"principal|lead"},
	{"bronze", "silver", "gold", "platinum"},

	// German, French, Spanish, Italian, Portuguese and Dutch.
	{"kein|keine|aucun|aucune|ninguno|ninguna|nessuno|nenhum|nenhuma|nulo|geen",
		"sehr niedrig|sehr gering|sehr schwach|très faible|très bas|très basse|muy bajo|muy baja|molto basso|molto bassa|muito baixo|muito baixa|zeer laag",
		"niedrig|gering|schwach|leicht|klein|faible|bas|basse|léger|légère|petit|petite|bajo|baja|leve|pequeño|basso|bassa|lieve|piccolo|baixo|baixa|" +
			"pequeno|laag|licht|klein",
		"mittel|mäßig|mässig|mittelgradig|mittelschwer|moyen|moyenne|modéré|modérée|medio|media|mediano|moderado|moderada|moderato|médio|média|" +
			"gemiddeld|matig|normal|moderat",
		"hoch|stark|schwer|groß|gross|élevé|élevée|haut|haute|fort|forte|sévère|grand|grande|alto|alta|fuerte|grave|severo|elevado|elevato|grosso|" +
			"hoog|ernstig|groot",
		"sehr hoch|sehr stark|très élevé|très élevée|très fort|très haut|muy alto|muy alta|molto alto|molto alta|muito alto|muito alta|zeer hoog"},
	{"nie|niemals|jamais|nunca|mai|nooit", "selten|rarement|raramente|rara vez|casi nunca|zelden",
		"manchmal|gelegentlich|parfois|quelquefois|a veces|algunas veces|a volte|qualche volta|às vezes|soms",
		"oft|häufig|souvent|a menudo|frecuentemente|spesso|frequentemente|vaak",
		"immer|sehr oft|sehr häufig|meistens|toujours|très souvent|siempre|casi siempre|sempre|altijd"},
	{"stimme überhaupt nicht zu|stimme gar nicht zu|trifft gar nicht zu|trifft überhaupt nicht zu|trifft nicht zu|pas du tout d'accord|" +
		"tout à fait en désaccord|totalmente en desacuerdo|muy en desacuerdo|discordo totalmente|per niente d'accordo|helemaal mee oneens",
		"stimme nicht zu|stimme eher nicht zu|trifft eher nicht zu|trifft wenig zu|plutôt pas d'accord|pas d'accord|plutôt en désaccord|en désaccord|" +
			"en desacuerdo|discordo|poco d'accordo|in disaccordo|oneens|mee oneens",
		"teils teils|teils/teils|teilweise|weder noch|unentschieden|neutral|neutre|neutro|neutraal|ni d'accord ni pas d'accord|" +
			"ni de acuerdo ni en desacuerdo|indeciso|né d'accordo né in disaccordo",
		"stimme zu|stimme eher zu|trifft eher zu|trifft ziemlich zu|plutôt d'accord|d'accord|de acuerdo|concordo|abbastanza d'accordo|d'accordo|" +
			"eens|mee eens",
		"stimme voll zu|stimme voll und ganz zu|stimme völlig zu|trifft voll zu|trifft voll und ganz zu|trifft genau zu|trifft zu|tout à fait d'accord|" +
			"totalmente de acuerdo|muy de acuerdo|concordo totalmente|molto d'accordo|completamente d'accordo|helemaal mee eens"},
	{"sehr schlecht|très mauvais|très mauvaise|muy malo|muy mala|pessimo|muito ruim",
		"schlecht|mauvais|mauvaise|malo|mala|cattivo|scarso|ruim|slecht",
		"mittel|mittelmäßig|moyen|moyenne|regular|mediocre|razoável|matig", "gut|bon|bonne|bueno|buena|buono|bom|boa|goed",
		"sehr gut|très bon|très bonne|muy bueno|muy buena|ottimo|muito bom|zeer goed",
		"ausgezeichnet|excellent|excelente|eccellente|uitstekend"},
}

// references name control groups and absence: of two levels, the one of these means no.
var references = wordSet("control|controls|ctrl|ctl|con|placebo|sham|vehicle|mock|untreated|none|no|normal|" +
	"healthy|wild type|wildtype|wt|baseline|before|pre|reference|ref|" +
	"usual|usual care|standard|unexposed|nonsmoker|never|absent|negative|inactive|off|dead|died|lost|failure|fail|" +
	"failed|rejected|closed|out|background|rest|other|others")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Split(list, "|") {
		set[w] = true
	}
	return set
}

// negations are prefixes of a level that means no: untreated, non-smoker, not exposed, incomplete.
var negations = []string{"un", "non", "non ", "not ", "no ", "in", "im", "ir", "dis", "without "}
