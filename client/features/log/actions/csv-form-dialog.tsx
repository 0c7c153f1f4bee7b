import { Radio } from "@mantine/core";
import { useState } from "react";
import { errorSentence } from "../../../../shared/errors/error-sentence";
import { type CsvForm, decimalSignProblem } from "../../../../shared/log/log-export";
import { ActionDialogForm, NotSent } from "../../../forms/action-dialog";
import { Dialog } from "../../../ui/feedback/dialog";
import { t } from "../../../words/made/log";
import { storeCsvForm } from "./log-export";

type Choices<Value extends string> = { value: Value; label: string }[];

const separators = (["comma", "semicolon", "tab"] as const).map((value) => ({ value, label: t(`csv.${value}`) }));
const decimalSigns: Choices<CsvForm["decimalSign"]> = [
	{ value: "point", label: t("csv.decimalPoint") },
	{ value: "comma", label: t("csv.decimalComma") },
];

export function csvFormLabel({ separator, decimalSign }: CsvForm): string {
	return t("csv.form", { separator, sign: decimalSign });
}

type CsvFormDialogProps = { isOpen: boolean; form: CsvForm; onClose: () => void };

export function CsvFormDialog({ isOpen, form, onClose }: CsvFormDialogProps) {
	return (
		<Dialog isForm isOpen={isOpen} onClose={onClose} title={t("csv.title")} size={420}>
			{isOpen && <CsvFormFields form={form} onClose={onClose} />}
		</Dialog>
	);
}

function CsvFormFields({ form, onClose }: Omit<CsvFormDialogProps, "isOpen">) {
	const [chosen, setChosen] = useState(form);
	const [problem, setProblem] = useState<string | null>(null);
	const choose = (change: Partial<CsvForm>) => {
		setChosen((before) => ({ ...before, ...change }));
		setProblem(null);
	};
	const use = async () => {
		const found = decimalSignProblem(chosen);
		setProblem(found && errorSentence(found));
		if (found !== null) throw new NotSent();
		storeCsvForm(chosen);
	};
	return (
		<ActionDialogForm label={t("csv.use")} run={use} onClose={onClose}>
			<RadioRow
				label={t("csv.separator")}
				choices={separators}
				value={chosen.separator}
				onChange={(separator) => choose({ separator })}
			/>
			<RadioRow
				label={t("csv.decimalSign")}
				description={t("csv.decimalSign.help")}
				error={problem}
				choices={decimalSigns}
				value={chosen.decimalSign}
				onChange={(decimalSign) => choose({ decimalSign })}
			/>
		</ActionDialogForm>
	);
}

type RadioRowProps<Value extends string> = {
	label: string;
	description?: string;
	error?: string | null;
	choices: Choices<Value>;
	value: Value;
	onChange: (value: Value) => void;
};

function RadioRow<Value extends string>({ choices, onChange, ...group }: RadioRowProps<Value>) {
	const take = (value: string) => {
		const choice = choices.find((candidate) => candidate.value === value);
		if (choice) onChange(choice.value);
	};
	return (
		<Radio.Group {...group} onChange={take}>
			{choices.map(({ value, label }) => (
				<Radio key={value} mt={6} value={value} label={label} />
			))}
		</Radio.Group>
	);
}
