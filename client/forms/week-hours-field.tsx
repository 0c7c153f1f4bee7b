import { Checkbox, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { daysOfWeek } from "../../shared/formats/display-formats";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { dayNames } from "../entities/clock-labels";
import { useDisplayFormats } from "../ui/display-formats";
import { PlainButton, RemoveButton } from "../ui/form/buttons";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/forms";
import classes from "./week-hours-field.module.css";

type WeekHoursFieldProps = {
	noun: "hours" | "quiet" | "muted";
	help: string;
	windows: WeeklyWindow[];
	usual: WeeklyWindow;
	path: string;
	errorAt: (path: string) => string | undefined;
	onChange: (windows: WeeklyWindow[]) => void;
};

export function WeekHoursField(props: WeekHoursFieldProps) {
	const { noun, help, windows, usual, path: listPath, errorAt, onChange } = props;
	const { weekStart } = useDisplayFormats();
	const list = useRef<HTMLDivElement>(null);
	const change = (index: number, changes: Partial<WeeklyWindow>) =>
		onChange(windows.map((window, position) => (position === index ? { ...window, ...changes } : window)));
	const remove = (index: number) => {
		onChange(windows.filter((_, position) => position !== index));
		list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
	};
	return (
		<div className={layout.padded} ref={list}>
			<p className={layout.note}>{help}</p>
			{windows.map((window, index) => {
				const path = `${listPath}.${index}`;
				const daysError = errorAt(`${path}.days`) ?? errorAt(path);
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a window is its place, and its fields are controlled
					<fieldset key={index} className={layout.part} aria-label={t("hours.window", { noun, number: index + 1 })}>
						<div className={classes.days}>
							{daysOfWeek(weekStart).map((day) => (
								<Checkbox
									key={day}
									label={dayNames[day - 1]}
									checked={window.days.includes(day)}
									onChange={({ currentTarget: { checked } }) =>
										change(index, {
											days: checked
												? [...window.days, day].sort((one, other) => one - other)
												: window.days.filter((each) => each !== day),
										})
									}
								/>
							))}
						</div>
						{daysError && (
							<p className={layout.error} role="alert">
								{daysError}
							</p>
						)}
						<div className={classes.times}>
							<TextInput
								label={t("from")}
								placeholder="22:00"
								value={window.from}
								error={errorAt(`${path}.from`)}
								onChange={({ currentTarget: { value } }) => change(index, { from: value })}
							/>
							<TextInput
								label={t("to")}
								placeholder="06:00"
								value={window.to}
								error={errorAt(`${path}.to`)}
								onChange={({ currentTarget: { value } }) => change(index, { to: value })}
							/>
							<RemoveButton
								leftSection={<IconTrash size={16} />}
								onClick={() => remove(index)}
								aria-label={t("hours.remove", { noun, number: index + 1 })}
							>
								{t("remove")}
							</RemoveButton>
						</div>
					</fieldset>
				);
			})}
			<div>
				<PlainButton data-add leftSection={<IconPlus size={16} />} onClick={() => onChange([...windows, usual])}>
					{t("hours.add", { noun })}
				</PlainButton>
			</div>
		</div>
	);
}
