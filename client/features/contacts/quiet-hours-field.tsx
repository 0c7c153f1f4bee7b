import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import type { WeeklyWindow } from "../../../shared/time-windows";
import { dayNames } from "./contact-labels";
import classes from "./contacts.module.css";

type QuietHoursFieldProps = {
	windows: WeeklyWindow[];
	timeZone: string;
	errorAt: (path: string) => string | undefined;
	onChange: (windows: WeeklyWindow[]) => void;
};

const night: WeeklyWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" };

export function QuietHoursField({ windows, timeZone, errorAt, onChange }: QuietHoursFieldProps) {
	const list = useRef<HTMLDivElement>(null);
	const change = (index: number, changes: Partial<WeeklyWindow>) =>
		onChange(windows.map((window, place) => (place === index ? { ...window, ...changes } : window)));
	const remove = (index: number) => {
		onChange(windows.filter((_, place) => place !== index));
		// What had the focus is gone.
		list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
	};
	return (
		<div className={classes.windows} ref={list}>
			<p className={classes.help}>
				No alert comes in these hours, on the clock of {timeZone}. A time before its start is on the next day.
			</p>
			{windows.map((window, index) => {
				const path = `quietHours.${index}`;
				const daysError = errorAt(`${path}.days`) ?? errorAt(path);
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a window is its place, and its fields are controlled
					<fieldset key={index} className={classes.window} aria-label={`Quiet hours ${index + 1}`}>
						<div className={classes.days}>
							{dayNames.map((name, place) => (
								<Checkbox
									key={name}
									label={name}
									checked={window.days.includes(place + 1)}
									onChange={({ currentTarget: { checked } }) =>
										change(index, {
											days: checked
												? [...window.days, place + 1].sort((one, other) => one - other)
												: window.days.filter((day) => day !== place + 1),
										})
									}
								/>
							))}
						</div>
						{daysError && (
							<p className={classes.error} role="alert">
								{daysError}
							</p>
						)}
						<div className={classes.times}>
							<TextInput
								label="From"
								placeholder="22:00"
								value={window.from}
								error={errorAt(`${path}.from`)}
								onChange={({ currentTarget: { value } }) => change(index, { from: value })}
							/>
							<TextInput
								label="To"
								placeholder="06:00"
								value={window.to}
								error={errorAt(`${path}.to`)}
								onChange={({ currentTarget: { value } }) => change(index, { to: value })}
							/>
							<Button
								variant="subtle"
								color="red"
								leftSection={<IconTrash size={16} />}
								onClick={() => remove(index)}
								aria-label={`Remove quiet hours ${index + 1}`}
							>
								Remove
							</Button>
						</div>
					</fieldset>
				);
			})}
			<div>
				<Button
					data-add
					variant="default"
					leftSection={<IconPlus size={16} />}
					onClick={() => onChange([...windows, night])}
				>
					Add quiet hours
				</Button>
			</div>
		</div>
	);
}
