import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { shownReading } from "../../shared/device/device-reading";
import { readingUnitOf } from "../../shared/formats/reading-units";
import { deviceList } from "../api/device-list";
import { PlainButton } from "../ui/form/buttons";
import { Select } from "../ui/form/select";
import { t } from "../words/made/forms";
import classes from "./unit-fields.module.css";
import { titledUnits } from "./unit-titles";

type UnitFieldsProps = {
	chosen: (name: string) => string | null;
	first: (name: string) => [{ value: string; label: string }, ...{ value: string; label: string }[]];
	error?: ReactNode;
	onChange: (name: string, unit: string | null) => void;
	clear: { label: string; onClear: () => void };
};

export const measuredOption = { value: "stored", label: t("units.asMeasured") };

export function UnitFields({ chosen, first, error, onChange, clear }: UnitFieldsProps) {
	// Only if another screen has loaded the list: thousands of devices are much for a form.
	const { data: devices = [] } = useQuery({ ...deviceList(), enabled: false });
	const [isWhole, setIsWhole] = useState(false);
	const id = useId();
	const measured = new Set(
		devices.flatMap(({ latest }) => latest.map((reading) => readingUnitOf(shownReading(reading)))),
	);
	const isMet = (name: string) => name === "temperature" || measured.has(name) || chosen(name) !== null;
	const shown = titledUnits.filter(({ name }) => isWhole || isMet(name));
	return (
		<div>
			<div className={classes.fields} id={id}>
				{shown.map(({ name, title, units }) => {
					const options = first(name);
					const value = chosen(name) ?? options[0].value;
					return (
						<Select
							key={name}
							label={title}
							data={[...options, ...units.map((unit) => ({ value: unit, label: unit }))]}
							value={value}
							error={name === shown[0]?.name ? error : undefined}
							onChange={(next) => onChange(name, next === options[0].value ? null : next)}
						/>
					);
				})}
			</div>
			<div className={classes.buttons}>
				<PlainButton size="xs" aria-expanded={isWhole} aria-controls={id} onClick={() => setIsWhole(!isWhole)}>
					{isWhole ? t("units.fewer") : t("units.more")}
				</PlainButton>
				<PlainButton size="xs" onClick={clear.onClear}>
					{clear.label}
				</PlainButton>
			</div>
		</div>
	);
}
