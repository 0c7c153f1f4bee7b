import { Button, Modal } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { TimeRange, Zone } from "../../../shared/time-zones";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { FormButtons } from "../../ui/form/buttons";
import { instantOf, wallText } from "../../ui/time/wall-time";
import classes from "./log.module.css";
import { MomentInput } from "./moment-input";

const dayMs = 24 * 3_600_000;
const presets = [
	{ label: "Last 24 hours", lengthMs: dayMs },
	{ label: "Last 7 days", lengthMs: 7 * dayMs },
	{ label: "Last 30 days", lengthMs: 30 * dayMs },
	{ label: "Last 90 days", lengthMs: 90 * dayMs },
	{ label: "Last year", lengthMs: 365 * dayMs },
];

type CustomRangeDialogProps = {
	isOpen: boolean;
	span: TimeRange;
	zone: Zone;
	/** As `device time, UTC+01:00`. */
	clockLabel: string;
	onSpan: (span: TimeRange) => void;
	onClose: () => void;
};

export function CustomRangeDialog({ isOpen, span, zone, clockLabel, onSpan, onClose }: CustomRangeDialogProps) {
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={onClose} title="Custom range" size={460}>
			<CustomRangeForm span={span} zone={zone} clockLabel={clockLabel} onSpan={onSpan} onClose={onClose} />
		</Modal>
	);
}

type CustomRangeFormProps = Omit<CustomRangeDialogProps, "isOpen">;

function CustomRangeForm({ span, zone, clockLabel, onSpan, onClose }: CustomRangeFormProps) {
	const [from, setFrom] = useState<string | null>(wallText(zone, span.from));
	const [to, setTo] = useState<string | null>(wallText(zone, span.to));
	const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
	const choose = (chosen: TimeRange) => {
		onSpan(chosen);
		onClose();
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const start = from === null ? null : instantOf(zone, from, "first");
		const end = to === null ? null : instantOf(zone, to, "last");
		if (start === null) setErrors({ from: "Choose when the range begins." });
		else if (end === null) setErrors({ to: "Choose when the range ends." });
		else if (end <= start) setErrors({ to: "Must be after the beginning." });
		else choose({ from: start, to: end });
	};
	return (
		<form noValidate className={classes.dialog} onSubmit={submit}>
			<div className={classes.presets}>
				{presets.map(({ label, lengthMs }) => (
					<Button
						key={label}
						variant="default"
						size="compact-sm"
						onClick={() => choose({ from: Date.now() - lengthMs, to: Date.now() })}
					>
						{label}
					</Button>
				))}
			</div>
			<MomentInput label="From" value={from} error={errors.from} onChange={setFrom} />
			<MomentInput label="To" value={to} error={errors.to} onChange={setTo} />
			<p className={classes.hint}>Times are {clockLabel}.</p>
			<FormButtons label="Show" onCancel={onClose} />
		</form>
	);
}
