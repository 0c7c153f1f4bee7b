import { DateTimePicker } from "@mantine/dates";
// Mantine has one style sheet for all date inputs; it is loaded with the dialogs that use them.
import "@mantine/dates/styles.css";

type MomentInputProps = {
	label: string;
	description?: string;
	/** In wall time of the shown clock: `2026-11-07 17:04:03`. */
	value: string | null;
	error?: string | undefined;
	onChange: (value: string | null) => void;
};

export function MomentInput({ label, description, value, error, onChange }: MomentInputProps) {
	return (
		<DateTimePicker
			label={label}
			description={description}
			value={value}
			error={error}
			onChange={onChange}
			withSeconds
			valueFormat="MMM DD, YYYY, hh:mm:ss A"
			timePickerProps={{
				format: "12h",
				hoursInputLabel: "Hours",
				minutesInputLabel: "Minutes",
				secondsInputLabel: "Seconds",
				amPmInputLabel: "AM or PM",
			}}
			submitButtonProps={{ "aria-label": "Take this time" }}
			previousLabel="Previous month"
			nextLabel="Next month"
			popoverProps={{ withinPortal: true }}
		/>
	);
}
