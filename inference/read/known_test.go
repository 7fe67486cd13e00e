package read

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/survey"
)

// knownFiles are files of programs, as these write them, each with the table that it is: [readBytes] writes it out.
var knownFiles = []struct {
	name, file, text, want string
	notes                  []string // parts of notes
	turned                 bool     // samples are said to be in the columns
}{
	{"featureCounts, genes of several exons", "counts.txt", "# Program:featureCounts v2.0.6; Command:\"featureCounts\"\n" +
		"Geneid\tChr\tStart\tEnd\tStrand\tLength\t/scratch/run/ctrl_1.sorted.bam\t/scratch/run/treated_1.sorted.bam\n" +
		"YAL001\tI;I\t10;50\t40;90\t+;+\t72\t5\t0\nYAL002\tII\t7\t99\t-\t93\t11\t4\nYAL003\tII\t120\t190\t-\t71\t0\t9\n",
		"ctrl_1,treated_1;YAL001 5 0;YAL002 11 4;YAL003 0 9;Chr=I;I|II|II;Start=10;50|7|120;End=40;90|99|190;Strand=+;+|-|-;Length=72|93|71;",
		[]string{"featureCounts of 2 samples", "5 columns that describe", `"/scratch/run/ctrl_1.sorted.bam" to "ctrl_1"`},
		true},
	{"featureCounts, one exon each, one file", "c.txt",
		"Geneid\tChr\tStart\tEnd\tStrand\tLength\tout/x/Aligned.sortedByCoord.out.bam\tout/y/Aligned.sortedByCoord.out.bam\n" +
			"g1\tchr1\t10\t40\t+\t31\t5\t1\ng2\tchr1\t60\t90\t+\t31\t6\t2\ng3\tchr2\t10\t40\t+\t31\t7\t3\n",
		"x,y;g1 5 1;g2 6 2;g3 7 3;Chr=chr1|chr1|chr2;Start=10|60|10;End=40|90|40;Strand=+|+|+;Length=31|31|31;",
		[]string{"featureCounts of 2 samples"}, true},
	{"STAR, one sample", "ReadsPerGene.out.tab",
		"N_unmapped\t90\t90\t90\nN_multimapping\t8\t8\t8\nN_noFeature\t3\t70\t4\nN_ambiguous\t5\t1\t2\nga\t10\t0\t10\ngb\t4\t3\t1\n",
		"unstranded,forward,reverse;ga 10 0 10;gb 4 3 1;",
		[]string{"STAR counts of 1 sample", "only one of them is right", "4 rows of reads"}, false},
	{"STAR, samples joined", "star.csv",
		"gene,a,b,c\nN_unmapped,1,2,3\nN_multimapping,1,2,3\nN_noFeature,1,2,3\nN_ambiguous,4,5,6\nga,10,0,10\ngb,4,3,1\n",
		"a,b,c;ga 10 0 10;gb 4 3 1;", []string{"STAR of 3 samples"}, true},
	{"HTSeq, samples joined", "htseq.txt",
		"\ta\tb\nga\t10\t2\ngb\t4\t3\n__no_feature\t9\t9\n__ambiguous\t9\t9\n__too_low_aQual\t0\t0\n__not_aligned\t1\t1\n__alignment_not_unique\t2\t2\n",
		"a,b;ga 10 2;gb 4 3;", []string{"5 rows of reads"}, true},
	{"Salmon", "quant.sf",
		"Name\tLength\tEffectiveLength\tTPM\tNumReads\nt1\t500\t321.4\t2.5\t17\nt2\t900\t700.2\t0\t0\nt3\t1200\t1000.5\t4.25\t31.5\n",
		"NumReads;t1 17;t2 0;t3 31.5;Length=500|900|1200;EffectiveLength=321.4|700.2|1000.5;",
		[]string{"Salmon quant.sf of 1 sample", `left out: "TPM"`}, false},
	{"kallisto", "abundance.tsv",
		"target_id\tlength\teff_length\test_counts\ttpm\nt1\t500\t321.4\t17\t2.5\nt2\t900\t700.2\t0\t0\n",
		"est_counts;t1 17;t2 0;length=500|900;eff_length=321.4|700.2;", []string{"kallisto"}, false},
	{"RSEM", "s.genes.results",
		"gene_id\ttranscript_id(s)\tlength\teffective_length\texpected_count\tTPM\tFPKM\ng1\tt1,t2\t500.00\t321.40\t17.00\t2.5\t3.1\ng2\tt3\t900.00\t700.20\t0.00\t0.00\t0.00\n",
		"expected_count;g1 17;g2 0;transcript_id(s)=t1,t2|t3;length=500.00|900.00;effective_length=321.40|700.20;",
		[]string{"RSEM genes.results"}, false},
	{"RSEM, samples joined", "rsem.tsv",
		"\t\"s1.genes.results\"\t\"s2.genes.results\"\n\"g1\"\t17\t3\n\"g2\"\t0\t4\n\"g3\"\t2\t5\n",
		"s1,s2;g1 17 3;g2 0 4;g3 2 5;", []string{"a table of 2 files"}, true},
	{"counts and other units side by side", "merged.tsv",
		"target_id\tlength\ta_est_counts\ta_tpm\tb_est_counts\tb_tpm\nt1\t500\t17\t2.5\t4\t1.5\nt2\t900\t3\t0.5\t8\t2.5\n",
		"a,b;t1 17 4;t2 3 8;length=500|900;", []string{"one column of each sample was read"}, true},
	{"MaxQuant", "proteinGroups.txt",
		"Protein IDs\tMajority protein IDs\tGene names\tPeptides\tIntensity\tIntensity A\tIntensity B\tLFQ intensity A\tLFQ intensity B\tOnly identified by site\tReverse\tPotential contaminant\tid\n" +
			"P1;P2\tP1\tTP53\t4\t900\t400\t500\t410\t0\t\t\t\t0\nREV__P9\tREV__P9\t\t2\t7\t3\t4\t3\t4\t\t+\t\t1\nCON__P7\tCON__P7\t\t2\t7\t3\t4\t3\t4\t\t\t+\t2\n" +
			"P5\tP5\tMYC\t2\t7\t3\t4\t30\t40\t\t\t\t3\nP6\tP6\tKRAS\t1\t7\t3\t4\t3\t4\t+\t\t\t4\nP8\tP8\tEGFR\t1\t7\t3\t4\t31\t41\t\t\t\t5\n",
		"A,B;P1;P2 410 ;P5 30 40;P8 31 41;Majority protein IDs=P1|P5|P8;Gene names=TP53|MYC|EGFR;",
		[]string{"MaxQuant proteinGroups of 2 samples", "1 decoy was left out", "1 contaminant was left out",
			"1 protein only identified by site was left out", "1 cell of zero was read as missing", "LFQ intensity"}, true},
	{"MaxQuant peptides", "peptides.txt",
		"Sequence\tMissed cleavages\tProteins\tLeading razor protein\tIntensity\tIntensity L\tIntensity H\tIntensity x\tIntensity y\tReverse\tPotential contaminant\n" +
			"AAK\t0\tP1;P2\tP1\t9\t1\t8\t4\t5\t\t\nCCK\t0\tP1\tP1\t9\t1\t8\t6\t7\t\t\nDDK\t1\tCON__P7\tCON__P7\t9\t1\t8\t1\t1\t\t\n",
		"x,y;AAK 4 5;CCK 6 7;Proteins=P1;P2|P1;Leading razor protein=P1|P1;",
		[]string{"MaxQuant peptides of 2 samples", "1 contaminant"}, true},
	{"DIA-NN, genes", "report.unique_genes_matrix.tsv", "Genes\t/d/x.raw\t/d/y.raw\nTP53\t5\t6\nMYC\t\t7\n",
		"x,y;TP53 5 6;MYC  7;", []string{"DIA-NN of 2 samples"}, true},
	{"FragPipe, one sample", "protein.tsv",
		"Protein\tProtein ID\tEntry Name\tGene\tLength\tCoverage\tProtein Probability\tTotal Intensity\tUnique Intensity\tRazor Intensity\nsp|P1|A\tP1\tA\tTP53\t393\t20.5\t1\t5\t6\t7\nsp|P2|B\tP2\tB\tMYC\t93\t2.5\t1\t8\t9\t10\n",
		"Razor Intensity;P1 7;P2 10;Protein=sp|P1|A|sp|P2|B;Entry Name=A|B;Gene=TP53|MYC;",
		[]string{"FragPipe of 1 sample"}, false},
	{"Bracken", "bracken.txt",
		"name\ttaxonomy_id\ttaxonomy_lvl\ta_num\ta_frac\tb_num\tb_frac\nE. coli\t562\tS\t5\t0.5\t6\t0.25\nB. subtilis\t1423\tS\t5\t0.5\t18\t0.75\n",
		"a,b;E. coli 5 6;B. subtilis 5 18;taxonomy_id=562|1423;taxonomy_lvl=S|S;", nil, true},
	{"Illumina", "bead.txt",
		"PROBE_ID\tSYMBOL\ts1.AVG_Signal\ts1.Detection Pval\ts2.AVG_Signal\ts2.Detection Pval\nILMN_1\tTP53\t105.5\t0\t99\t0.01\nILMN_2\tMYC\t88\t0.5\t77\t0.25\n",
		"s1,s2;ILMN_1 105.5 99;ILMN_2 88 77;SYMBOL=TP53|MYC;", nil, true},
	{"arrays by the names of their files", "rma.txt",
		"#%chip=x\nprobeset_id\tA1.CEL\tA2.CEL\n1007_s_at\t7.5\t8\n1053_at\t5\t6\n", "A1,A2;1007_s_at 7.5 8;1053_at 5 6;",
		[]string{"a table of 2 files"}, true},
	{"Perseus", "out.txt",
		"a\tb\tScore\tProtein names\tMajority protein IDs\n#!{Type}E\tE\tN\tT\tT\n#!{C:arm}ctrl\ttrt\t\t\t\n25.5\t24\t3\tAlbumin\tP1\n21\tNaN\t13\tActin\tP2\n",
		"a,b;P1 25.5 24;P2 21 ;Score=3|13;Protein names=Albumin|Actin;across arm=ctrl|trt;",
		[]string{"a table of Perseus with 2 main columns"}, true},
	{"metadata of QIIME 2", "m.tsv",
		"#SampleID\tage\tplate\tph\n#q2:types\tnumeric\tcategorical\tnumeric\nS1\t12\t1\t6.5\nS2\t15\t2\t7\n",
		"age,ph;S1 12 6.5;S2 15 7;plate=1|2;", nil, false},
	{"Kraken, one sample", "s.kreport",
		" 12.50\t5\t5\tU\t0\tunclassified\n 87.50\t35\t1\tR\t1\troot\n 85.00\t34\t34\tD\t2\t  Bacteria\n",
		"reads;unclassified 5;root 1;Bacteria 34;with all below=5|35|34;rank=U|R|D;taxonomy id=0|1|2;",
		[]string{"Kraken report of 1 sample"}, false},
	{"Kraken with minimisers", "s.kreport", " 12.50\t5\t5\t9\t8\tU\t0\tunclassified\n 87.50\t35\t1\t9\t8\tR\t1\troot\n",
		"reads;unclassified 5;root 1;with all below=5|35;rank=U|R;taxonomy id=0|1;", nil, false},
	{"GenomeStudio", "full.txt",
		"Index\tName\tChr\tPosition\tS1.GType\tS1.Theta\tS1.B Allele Freq\tS2.GType\tS2.Theta\tS2.B Allele Freq\n1\trs1\t1\t90\tAB\t0.4\t0.5\tBB\t0.9\t1\n2\trs2\t1\t99\tAA\t0.1\t0\tAB\t0.6\t0.5\n",
		"S1,S2;rs1 0.5 1;rs2 0 0.5;Chr=1|1;Position=90|99;",
		[]string{"GenomeStudio table of 2 samples", `"S1.B Allele Freq"`}, true},
	{"MaxQuant as R writes its names", "pg.csv",
		"Protein.IDs,Intensity.A,Intensity.B,Reverse,Potential.contaminant\nP1,400,500,,\nP2,3,0,+,\nP3,30,40,,\n",
		"A,B;P1 400 500;P3 30 40;", []string{"1 decoy"}, true},
	{"DIA-NN", "report.pg_matrix.tsv",
		"Protein.Group\tProtein.Names\tGenes\tFirst.Protein.Description\tC:\\runs\\x_01.raw\tC:\\runs\\x_02.raw\nP1\tA_HUMAN\tTP53\tprotein\t1200.5\t\nP2\tB_HUMAN\tMYC\tother\t33.5\t88\nCont_P3\tC\tKRT1\tdust\t1\t2\n",
		"x_01,x_02;P1 1200.5 ;P2 33.5 88;Protein.Names=A_HUMAN|B_HUMAN;Genes=TP53|MYC;First.Protein.Description=protein|other;",
		[]string{"DIA-NN of 2 samples", "1 contaminant"}, true},
	{"FragPipe", "combined_protein.tsv",
		"Protein\tProtein ID\tEntry Name\tGene\tProtein Length\tOrganism\tProtein Probability\tCombined Total Peptides\tCombined Spectral Count\ta Spectral Count\tb Spectral Count\ta Intensity\tb Intensity\ta MaxLFQ Intensity\tb MaxLFQ Intensity\tIndistinguishable Proteins\n" +
			"sp|P1|A\tP1\tA\tTP53\t393\tHomo\t1\t4\t9\t4\t5\t100\t200\t110\t0\t\nsp|P2|B\tP2\tB\tMYC\t439\tHomo\t0.99\t4\t9\t4\t5\t100\t200\t111\t222\t\nrev_sp|P3|C\tP3\tC\tX\t40\tHomo\t1\t1\t1\t1\t1\t1\t1\t1\t1\t\ncontam_sp|P4|D\tP4\tD\tK\t40\tHomo\t1\t1\t1\t1\t1\t1\t1\t1\t1\t\n",
		"a,b;P1 110 ;P2 111 222;Protein=sp|P1|A|sp|P2|B;Entry Name=A|B;Gene=TP53|MYC;Organism=Homo|Homo;Indistinguishable Proteins=|;",
		[]string{"FragPipe of 2 samples", "1 decoy", "1 contaminant", "MaxLFQ"}, true},
	{"Spectronaut", "pivot.tsv",
		"PG.ProteinGroups\tPG.Genes\t[1] r1.raw.PG.Quantity\t[2] r2.raw.PG.Quantity\nP1\tTP53\t10\t20\nP2\tMYC\tFiltered\t5\n",
		"r1,r2;P1 10 20;P2  5;PG.Genes=TP53|MYC;", nil, true},
	{"mothur shared", "x.shared",
		"label\tGroup\tnumOtus\tOtu001\tOtu002\t\n0.03\tF1\t2\t5\t7\t\n0.03\tF2\t2\t1\t0\t\n0.05\tF1\t2\t9\t9\t\n",
		"Otu001,Otu002;F1 5 7;F2 1 0;", []string{"mothur shared file of 2 units", "1 row of another distance"}, false},
	{"MetaPhlAn", "m.txt",
		"#mpa_vJan21\nclade_name\tNCBI_tax_id\ts1\ts2\nk__Bacteria\t2\t99.5\t100\nk__Bacteria|p__Firmicutes\t2|1239\t40.5\t61.5\n",
		"s1,s2;k__Bacteria 99.5 100;k__Bacteria|p__Firmicutes 40.5 61.5;NCBI_tax_id=2|2|1239;",
		[]string{"MetaPhlAn of 2 samples", "leave out all but one rank"}, true},
	{"BIOM as text", "feature-table.tsv",
		"# Constructed from biom file\n#OTU ID\tS1\tS2\ttaxonomy\n4479944\t3.0\t0.0\tk__Bacteria; p__X\n4479946\t1.0\t7.0\tk__Bacteria; p__Y\n",
		"S1,S2;4479944 3 0;4479946 1 7;taxonomy=k__Bacteria; p__X|k__Bacteria; p__Y;",
		[]string{"BIOM table as text, of 2 samples"}, true},
	{"PLINK", "p.raw",
		"FID IID PAT MAT SEX PHENOTYPE rs1_A rs2_T\nf1 1 0 0 1 -9 0 1\nf1 2 0 0 2 -9 2 NA\nf2 3 0 0 1 -9 1 1\n",
		"rs1_A,rs2_T;1 0 1;2 2 ;3 1 1;FID=f1|f1|f2;SEX=1|2|1;PHENOTYPE=-9|-9|-9;",
		[]string{"PLINK genotypes of 2 variants", `left out: "PAT", "MAT"`}, false},
	{"cBioPortal", "data_mrna.txt",
		"Hugo_Symbol\tEntrez_Gene_Id\tTCGA-1\tTCGA-2\nTP53\t7157\t1.5\t-0.5\nMYC\t4609\tNA\t2\n",
		"TCGA-1,TCGA-2;TP53 1.5 -0.5;MYC  2;Entrez_Gene_Id=7157|4609;", []string{"cBioPortal data of 2 samples"}, true},
	{"cBioPortal, clinical", "data_clinical_sample.txt",
		"#Patient Identifier\tSample Identifier\tAge\tType\tTumor\n#of the patient\tof the sample\tat diagnosis\tof tumor\tpresent\n#STRING\tSTRING\tNUMBER\tSTRING\tNUMBER\n#1\t1\t1\t1\t1\n" +
			"PATIENT_ID\tSAMPLE_ID\tAGE\tTYPE\tPURITY\nP1\tP1-01\t50\tLUAD\t0.5\nP1\tP1-02\t50\tLUAD\t\nP2\tP2-01\t61\tLUSC\t0.75\n",
		"AGE,PURITY;P1-01 50 0.5;P1-02 50 ;P2-01 61 0.75;PATIENT_ID=P1|P1|P2;TYPE=LUAD|LUAD|LUSC;",
		[]string{"cBioPortal clinical data"}, false},
	{"Orange, one line of names", "o.csv",
		"m#name,C#mass,D#tail,D#legs,iC#row,cD#type\nlion,190.5,1,4,1,mammal\nhen,2.5,1,2,2,bird\nfrog,0.5,0,4,3,amphibian\n",
		"mass,tail;lion 190.5 1;hen 2.5 1;frog 0.5 0;legs=4|2|4;type=mammal|bird|amphibian;",
		[]string{"a table of Orange", `left out: "row"`}, false},
	{"BIOM 1.0, sparse", "t.biom",
		`{"id":null,"format": "Biological Observation Matrix 1.0.0","type":"OTU table","matrix_type":"sparse","matrix_element_type":"int","shape":[3,2],` +
			`"rows":[{"id":"o1","metadata":{"taxonomy":["k__B","p__X"]}},{"id":"o2","metadata":{"taxonomy":["k__B","p__Y"]}},{"id":"o3","metadata":{"taxonomy":["k__A"]}}],` +
			`"columns":[{"id":"S1","metadata":{"site":"gut","dose":3}},{"id":"S2","metadata":{"site":"skin","dose":4}}],"data":[[0,0,5],[1,1,7],[2,0,1],[2,1,2]]}`,
		"o1,o2,o3;S1 5 0 1;S2 0 7 2;dose=3|4;site=gut|skin;across taxonomy=k__B; p__X|k__B; p__Y|k__A;",
		[]string{"BIOM table of 2 samples and 3 features"}, false},
	{"BIOM 1.0, dense, nothing known of samples", "t.biom",
		`{"matrix_type":"dense","shape":[2,2],"rows":[{"id":"o1","metadata":null},{"id":2,"metadata":null}],"columns":[{"id":"S1","metadata":null},{"id":"S2","metadata":null}],"data":[[5,0.5],[1,7]]}`,
		"o1,2;S1 5 1;S2 0.5 7;", nil, false},
	{"ARFF", "z.arff",
		"% a comment\n@RELATION zoo\n\n@attribute animal string\n@attribute 'body mass' numeric\n@ATTRIBUTE tail {0, 1}\n@attribute legs {2,4,'six \\'n more'}\n@attribute class {mammal, bird}\n@data\n" +
			"lion, 190.5, 1, 4, mammal\n% between\n'guinea hen',?,1,2,bird\nfrog,0.5,0,'six \\'n more',?\n",
		"body mass,tail;lion 190.5 1;guinea hen  1;frog 0.5 0;legs=4|2|six 'n more;class=mammal|bird|;",
		[]string{"ARFF of 5 attributes"}, false},
	{"ARFF, sparse", "s.arff",
		"@relation s\n@attribute a real\n@attribute b integer\n@attribute c {x,y}\n@data\n{0 1.5, 2 y}\n{1 3}\n{}\n{0 ?}\n",
		"a,b;1 1.5 0;2 0 3;3 0 0;4  0;c=y|x|x|x;", nil, false},
	{"GEO data set", "GDS1.soft",
		"^DATABASE = Geo\n!Database_name = GEO\n^DATASET = GDS1\n!dataset_platform = GPL1\n^SUBSET = GDS1_1\n!subset_description = tumor\n!subset_sample_id = GSM1,GSM2\n!subset_type = disease state\n" +
			"^SUBSET = GDS1_2\n!subset_description = normal\n!subset_sample_id = GSM3\n!subset_type = disease state\n^DATASET = GDS1\n#ID_REF = probe\n!dataset_table_begin\nID_REF\tIDENTIFIER\tGSM1\tGSM2\tGSM3\n1_at\tTP53\t5.5\t6\t7\n2_at\tMYC\tnull\t8\t9\n!dataset_table_end\n",
		"GSM1,GSM2,GSM3;1_at 5.5 6 7;2_at  8 9;IDENTIFIER=TP53|MYC;across disease state=tumor|tumor|normal;",
		[]string{"GEO data set of 3 samples"}, true},
	{"GEO family", "GSE1_family.soft",
		"^DATABASE = GeoMiame\n^SERIES = GSE1\n!Series_title = s\n^PLATFORM = GPL7\n!platform_table_begin\nID\tGENE\n1_at\tTP53\n!platform_table_end\n" +
			"^SAMPLE = GSM1\n!Sample_title = one\n!Sample_characteristics_ch1 = tissue: gut\n!Sample_characteristics_ch1 = sex: m\n#ID_REF =\n#VALUE = log2\n!sample_table_begin\nID_REF\tABS_CALL\tVALUE\n1_at\tP\t5.5\n2_at\tA\t3\n!sample_table_end\n" +
			"^SAMPLE = GSM2\n!Sample_title = two\n!Sample_characteristics_ch1 = tissue: skin\n!Sample_characteristics_ch1 = sex: m\n!sample_table_begin\nID_REF\tVALUE\n2_at\t4\n1_at\t6.5\n!sample_table_end\n",
		"GSM1,GSM2;1_at 5.5 6.5;2_at 3 4;across title=one|two;across tissue=gut|skin;",
		[]string{"GEO family of 2 samples", "platform GPL7"}, true},
	{"mzTab", "p.mzTab",
		"MTD\tmzTab-version\t1.0.0\nMTD\tms_run[1]-location\tfile:///d/a.raw\nMTD\tms_run[2]-location\tfile:///d/b.raw\nMTD\tassay[1]-ms_run_ref\tms_run[1]\nMTD\tassay[2]-ms_run_ref\tms_run[2]\n\n" +
			"PRH\taccession\tdescription\tprotein_abundance_assay[1]\tprotein_abundance_assay[2]\tprotein_abundance_stdev_study_variable[1]\topt_global_decoy\n" +
			"PRT\tP1\tfirst\t10.5\t20\tnull\t0\nPRT\tP2\tsecond\tnull\t30\tnull\t0\nPRT\tP3\tdecoy\t1\t2\tnull\t1\nPSH\tsequence\nPSM\tAAK\n",
		"a,b;P1 10.5 20;P2  30;description=first|second;", []string{"mzTab", "1 decoy was left out"}, true},
	{"genes and where they lie", "g.csv",
		"gene_id,chromosome,start,end,strand,gene_biotype,s1,s2,s3\na,1,10,20,+,protein_coding,5,6,7\nb,1,30,40,-,lncRNA,8,9,1\nc,2,30,40,-,lncRNA,4,3,1\n",
		"s1,s2,s3;a 5 6 7;b 8 9 1;c 4 3 1;chromosome=1|1|2;start=10|30|30;end=20|40|40;strand=+|-|-;gene_biotype=protein_coding|lncRNA|lncRNA;",
		[]string{"a table of genes with their places and 3 samples"}, true},
	{"regions, as deepTools writes them", "bins.tab",
		"#'chr'\t'start'\t'end'\t'a.bam'\t'b.bam'\nchr1\t0\t100\t5\t6.5\nchr1\t100\t200\t8\t9\nchr2\t0\t100\t1\t1\n",
		"a,b;chr1:0-100 5 6.5;chr1:100-200 8 9;chr2:0-100 1 1;chr=chr1|chr1|chr2;start=0|100|0;end=100|200|100;",
		[]string{"a table of regions with their places and 2 samples"}, true},
	{"results of a test beside samples", "deseq.csv",
		"gene,baseMean,log2FoldChange,padj,s1,s2\na,10.5,1.5,0.01,9,12\nb,20.5,-1.5,0.5,19,22\nc,2,0,NA,1,3\n",
		"s1,s2;a 9 12;b 19 22;c 1 3;baseMean=10.5|20.5|2;log2FoldChange=1.5|-1.5|0;padj=0.01|0.5|;",
		[]string{"results of DESeq2 beside measurements of 2 samples"}, true},
}

// TestKnownFiles: samples, names and annotations of the files of programs are told apart, what is none is left out and
// counted, and the note says whose file it is.
func TestKnownFiles(t *testing.T) {
	for _, c := range knownFiles {
		if got := readBytes(t, c.file, []byte(c.text), Options{}); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
			continue
		}
		table, err := Bytes(c.file, "", []byte(c.text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range c.notes {
			if !slices.ContainsFunc(table.Notes, func(note string) bool { return strings.Contains(note, part) }) {
				t.Errorf("%s: no note says %q: %q", c.name, part, table.Notes)
			}
		}
		if lies := survey.Orient(table); lies.Turned != c.turned {
			t.Errorf("%s: turned %v: %s", c.name, lies.Turned, lies.Why)
		}
		p, err := look(c.file, []byte(c.text), Options{})
		if err != nil || p.Problem != nil || p.Rows != len(table.Rows) {
			t.Errorf("%s: the preview: %v, %v", c.name, err, p)
		}
		if dropped := slices.Index(p.Dropped, true); p.Dropped != nil && len(p.Dropped) != len(p.Cells) ||
			dropped >= 0 && slices.Contains(table.Rows, p.Cells[dropped][0]) {
			t.Errorf("%s: rows left out of the preview: %v", c.name, p.Dropped)
		}
		plain, err := look(c.file, []byte(c.text), Options{AsIs: true})
		if err != nil || plain.Known != "" {
			t.Errorf("%s as it stands: %v", c.name, err)
		}
	}
}

// TestOrangeThreeLines: types and flags below the names say what is a name, an annotation and a number; zeros and ones
// stay numbers.
func TestOrangeThreeLines(t *testing.T) {
	const text = "animal\ttail\tlegs\tmass\tkind\tnote\nstring\tdiscrete\td\tcontinuous\tdiscrete\td\nmeta\t\t\t\tclass\tmeta\nlion\t1\t4\t190.5\tmammal\t0\nhen\t1\t2\t2.5\tbird\t1\nfrog\t0\t4\t0.5\tamphibian\t0\n"
	if got, want := readBytes(t, "zoo.tab", []byte(text), Options{}),
		"tail,mass;lion 1 190.5;hen 1 2.5;frog 0 0.5;legs=4|2|4;kind=mammal|bird|amphibian;note=0|1|0;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOthersAreRefused: what is no table of samples is refused by its name, and cells in single quotation marks are
// pointed out.
func TestOthersAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"'id','a','b'\n'r','1','2'\n's','3','4'\n":                                                                              "single quotation marks",
		"Status\ta.bam\tb.bam\nAssigned\t5\t6\nUnassigned_Unmapped\t7\t8\n":                                                     "summary of featureCounts",
		"target_id\tsample\test_counts\ttpm\nt1\ta\t5\t6\nt1\tb\t7\t8\n":                                                        "each transcript of each sample",
		"Run\tProtein.Group\tPrecursor.Id\tPG.Quantity\na\tP1\tK2\t5\nb\tP1\tK2\t6\n":                                           "long report of DIA-NN",
		"Raw file\tProteins\tIntensity\tReverse\na\tP1\t5\t\nb\tP1\t6\t\n":                                                      "each peptide of each run",
		"##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\n1\t5\trs\tA\tC\t7\tPASS\t.\tGT\t0/1\n": "VCF",
		"BAM\x01\x00\x00": "BAM",
		"((d'Alembert:1,B:2)90:1,('a b':1,'D''s':2):3);\n": "Newick",
	} {
		if _, err := Bytes("x.txt", "", []byte(text), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestStatisticsAreRefused: results of tests are named, with what to do, and read where the user insists.
func TestStatisticsAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"DESeq2": "\"\",\"baseMean\",\"log2FoldChange\",\"lfcSE\",\"stat\",\"pvalue\",\"padj\"\n\"g1\",10.5,1.5,0.2,7,0.001,0.01\n\"g2\",3,0.5,0.4,1,0.2,NA\n",
		"edgeR":  "gene\tlogFC\tlogCPM\tF\tPValue\tFDR\ng1\t1.5\t3\t20\t0.001\t0.01\ng2\t0.5\t4\t1\t0.2\t0.4\n",
		"limma":  "\"logFC\",\"AveExpr\",\"t\",\"P.Value\",\"adj.P.Val\",\"B\"\n\"g1\",1.5,7,5,0.001,0.01,3\n\"g2\",0.5,6,1,0.2,0.4,-3\n",
		"Seurat": "\"\",\"p_val\",\"avg_log2FC\",\"pct.1\",\"pct.2\",\"p_val_adj\",\"cluster\",\"gene\"\n\"CD3\",0.001,2,0.9,0.1,0.01,0,\"CD3\"\n\"CD4\",0.002,2.5,0.8,0.1,0.02,0,\"CD4\"\n",
	} {
		_, err := Bytes("r.csv", "", []byte(text), Options{})
		if err == nil || !strings.Contains(err.Error(), "results of "+name) ||
			!strings.Contains(err.Error(), "as it stands") {
			t.Errorf("%s: %v", name, err)
		}
		if table, err := Bytes("r.csv", "", []byte(text), Options{AsIs: true}); err != nil || len(table.Columns) < 4 {
			t.Errorf("%s as it stands: %v", name, err)
		}
		p, err := look("r.csv", []byte(text), Options{})
		if err != nil || p.Problem == nil || len(p.Cells) != 2 || p.Known != "results of "+name {
			t.Errorf("%s: the preview shows %+v, %v", name, p, err)
		}
	}
}

// TestCellFolders: folders of Cell Ranger, kb-python and alevin are read either way round, with the names of cells and
// genes, and a header in a file of names is none.
func TestCellFolders(t *testing.T) {
	const turned = "%%MatrixMarket matrix coordinate real general\n%\n3 2 4\n1 1 5\n2 2 1\n3 1 2\n3 2 7\n"
	const usual = "%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 5\n2 2 1\n1 3 2\n2 3 7\n"
	for name, c := range map[string]struct {
		files map[string]string
		open  string // "" the folder
		want  string
	}{
		"kb-python": {map[string]string{"cells_x_genes.mtx": turned,
			"cells_x_genes.barcodes.txt": "AAA\nCCC\nGGG\n", "cells_x_genes.genes.txt": "g1\ng2\n"}, "cells_x_genes.mtx",
			"g1,g2;AAA 5 0;CCC 0 1;GGG 2 7;"},
		"alevin": {map[string]string{"quants_mat.mtx": turned, "quants_mat_rows.txt": "AAA\nCCC\nGGG\n",
			"quants_mat_cols.txt": "g1\ng2\n"}, "", "g1,g2;AAA 5 0;CCC 0 1;GGG 2 7;"},
		"Cell Ranger, turned": {map[string]string{"matrix.mtx": turned, "barcodes.tsv": "AAA\nCCC\nGGG\n",
			"genes.tsv": "e1\tg1\ne2\tg2\n"}, "matrix.mtx", "g1,g2;AAA 5 0;CCC 0 1;GGG 2 7;across id=e1|e2;"},
		"Cell Ranger": {map[string]string{"matrix.mtx": usual, "barcodes.tsv": "AAA\nCCC\nGGG\n",
			"features.tsv": "e1\tg1\tGene Expression\ne2\tg2\tGene Expression\n"}, "",
			"g1,g2;AAA 5 0;CCC 0 1;GGG 2 7;across id=e1|e2;"},
		"headers": {map[string]string{"matrix.mtx": usual, "barcodes.tsv": "barcode\nAAA\nCCC\nGGG\n",
			"genes.tsv": "ENSEMBL\tSYMBOL\tCHR\ne1\tg1\tI\ne2\tg2\tV\n"}, "matrix.mtx",
			"g1,g2;AAA 5 0;CCC 0 1;GGG 2 7;across ENSEMBL=e1|e2;across CHR=I|V;"},
		"one column": {map[string]string{"a_matrix.mtx": usual, "a_genes.tsv": "g1\ng2\n"}, "a_matrix.mtx",
			"g1,g2;barcode 1 5 0;barcode 2 0 1;barcode 3 2 7;"},
		"square": {
			map[string]string{"cells_x_genes.mtx": "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 5\n2 2 1\n",
				"cells_x_genes.barcodes.txt": "AAA\nCCC\n", "cells_x_genes.genes.txt": "g1\ng2\n"}, "", "g1,g2;AAA 0 5;CCC 0 1;"},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		table, err := File(t.Context(), filepath.Join(dir, c.open), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := written(table); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestFolderOfOneSample: a folder is read by its name where one matrix in it begins with the name of its sample, and
// not where there are two.
func TestFolderOfOneSample(t *testing.T) {
	const matrix = "%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 5\n2 2 1\n1 3 2\n2 3 7\n"
	dir := filepath.Join(t.TempDir(), "GSM1 [raw]")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(file, text string) {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("GSM1_matrix.mtx", matrix)
	write("GSM1_barcodes.tsv", "AAA\nCCC\nGGG\n")
	table, err := File(t.Context(), dir, Options{})
	if err != nil || written(table) != "feature 1,feature 2;AAA 5 0;CCC 0 1;GGG 2 7;" {
		t.Fatalf("%v", err)
	}
	write("GSM2_matrix.mtx", matrix)
	if _, err := File(t.Context(), dir, Options{}); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("two samples: %v", err)
	}
}

// TestKnownStream: a large file of a known program, plain or packed, is read as a small one is, and refused as one.
func TestKnownStream(t *testing.T) {
	for _, c := range knownFiles {
		if strings.HasPrefix(c.text, "@") || strings.HasPrefix(c.text, "%") || strings.HasPrefix(c.text, "{") ||
			strings.HasPrefix(c.text, "^") || strings.HasPrefix(c.text, "MTD") {
			continue // forms are read whole
		}
		want, err := Bytes("test.csv", "", []byte(c.text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, packed := range []bool{false, true} {
			got, err := streamed(t, t.Context(), []byte(c.text), packed, Options{})
			if err != nil || written(got) != written(want) || !slices.Equal(got.Notes, want.Notes) ||
				got.Observed != want.Observed {
				t.Errorf("%s, packed %v: %v, %+v", c.name, packed, err, got)
			}
		}
	}
	vcf := []byte("##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t5\trs\tA\tC\t7\tPASS\t.\n")
	if _, err := streamed(t, t.Context(), vcf, true, Options{}); err == nil || !strings.Contains(err.Error(), "VCF") {
		t.Errorf("a large VCF: %v", err)
	}
}

// TestLengthsOfThings: a length under id is that of a gene only where it can count bases.
func TestLengthsOfThings(t *testing.T) {
	for text, want := range map[string]bool{
		"id,Length,Left,Right,Top,Bottom\nn1,215.1,130.2,129.5,8.5,10.5\n" +
			"n2,214.5,130.5,130,9.5,9\nn3,215,130,129,8,10\n": false,
		"name,length,width,depth,mass\na,120,55,20,300\nb,140,60,25,410\nc,150,64,28,480\n": false,
		"id,length,s1,s2,s3\nP1,450,5,8,4\nP2,2810,0,3,1\nP3,12040,70,91,66\n":              true,
	} {
		table, err := Bytes("a.csv", "", []byte(text), Options{})
		if err != nil || table.Observed.Columns != want {
			t.Errorf("%q: %v, %v", text, table, err)
		}
	}
}
