import { useState } from "react";
import type { Measure } from "../../../../shared/formats/units";
import type { ValueRange } from "../../../../shared/log/log";
import { asStillShown, ValueInput } from "../../../forms/value-input";
import { Select } from "../../../ui/form/select";
import { FilterForm, filterSelectList } from "../../../ui/table/filter-form";
import { t } from "../../../words/made/log";
import { parseRange, parseSubject, subjectText } from "../state/entry-filters";

export type FilterSubject = Measure & { value: string; label: string };

const unmeasured: Measure = { quantity: "other", unit: "" };

type ValueFormProps = { values: ValueRange | null; subjects: FilterSubject[]; onSet: (values: ValueRange) => void };

export function ValueForm({ values: set, subjects, onSet }: ValueFormProps) {
	const [subject, setSubject] = useState(set ? (subjectText(set) ?? "") : "");
	const measureOf = (chosen: string) => subjects.find(({ value }) => value === chosen) ?? unmeasured;
	const measure = measureOf(subject);
	const [min, setMin] = useState(String(set?.min ?? ""));
	const [max, setMax] = useState(String(set?.max ?? ""));
	const [complaint, setComplaint] = useState<string | null>(null);
	const submit = () => {
		const values = parseRange([min, max].map((text) => text.trim().replace("−", "-").replace(",", ".")).join(".."));
		if (values) onSet({ ...values, ...parseSubject(subject) });
		else setComplaint(t("value.invalid"));
	};
	return (
		<FilterForm onSubmit={submit}>
			{subjects.length > 0 && (
				<Select
					label={t("value.of")}
					comboboxProps={filterSelectList}
					data={[
						{ value: "", label: t("value.anyReading") },
						...subjects.map(({ value, label }) => ({ value, label })),
					]}
					value={subject}
					onChange={(chosen) => {
						setSubject(chosen);
						const change = { from: measure, to: measureOf(chosen) };
						setMin(asStillShown(min, change));
						setMax(asStillShown(max, change));
					}}
				/>
			)}
			<ValueInput label={t("value.least")} measure={measure} value={min} error={complaint} onChange={setMin} />
			<ValueInput label={t("value.most")} measure={measure} value={max} onChange={setMax} />
		</FilterForm>
	);
}
