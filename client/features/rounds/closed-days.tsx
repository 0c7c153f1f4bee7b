import { Checkbox, TagsInput } from "@mantine/core";
import { useState } from "react";
import { roundLimits } from "../../../shared/round/round";
import fieldRows from "../../ui/form/field-grid.module.css";
import { dayText, parseDay } from "../../ui/time/typed-moment";
import { t } from "../../words/made/rounds";
import { closedDaysOf, closedDayText } from "./round-values";
import classes from "./rounds.module.css";

type ClosedDaysFieldProps = { days: string[]; error: string | undefined; onChange: (days: string[]) => void };

/** Each day is a chip. Text that is no day becomes a chip too, so that nothing that was typed is lost. */
export function ClosedDaysField({ days, error, onChange }: ClosedDaysFieldProps) {
	const [isEachYear, setIsEachYear] = useState(false);
	const year = new Date().getFullYear();
	const byText = new Map(days.map((day) => [closedDayText(day), day]));
	const wrong = days.find((day) => closedDayText(day) === day && parseDay(day, year) === null);
	const take = (texts: string[]) => {
		const stored = texts.flatMap((text) => byText.get(text) ?? closedDaysOf(text, { year, isEachYear }));
		onChange([...new Set(stored)].sort());
	};
	return (
		<div className={`${classes.closed} ${fieldRows.wide}`}>
			<TagsInput
				label={t("closedDays")}
				description={t("closedDays.help", { example: dayText(`${year}-12-24`) })}
				// A day may hold a comma.
				splitChars={[";"]}
				maxTags={roundLimits.closedDays}
				value={[...byText.keys()]}
				error={wrong === undefined ? error : t("closedDays.wrong", { text: wrong })}
				onChange={take}
			/>
			<Checkbox
				label={t("closedDays.addEachYear")}
				checked={isEachYear}
				onChange={({ currentTarget: { checked } }) => setIsEachYear(checked)}
			/>
		</div>
	);
}
