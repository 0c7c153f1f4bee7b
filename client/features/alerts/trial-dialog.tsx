import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Alert, AlertEventEnd, ChangedAlert, CreateAlert } from "../../../shared/alert/alert";
import type { DeviceListRow } from "../../../shared/device/device";
import { trpcClient } from "../../api/trpc";
import { eventValue } from "../../entities/alert-event";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { ButtonRow } from "../../ui/form/buttons";
import { countOf } from "../../ui/format";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./alerts.module.css";

type TrialQuestion = {
	changed: ChangedAlert;
	condition: CreateAlert["rule"]["condition"];
	onAnswer: (isConfirmed: boolean) => void;
};

export function useTrial() {
	const [question, setQuestion] = useState<TrialQuestion | null>(null);
	const confirm = async (input: CreateAlert, base: Alert | null) => {
		if (base === null) return true;
		const change = { ...input, alertId: base.id, version: base.version, isTrial: true };
		const changed = await trpcClient.alert.updateAlert.mutate(change);
		if (changed.ended.length === 0) return true;
		return new Promise<boolean>((resolve) => {
			setQuestion({
				changed,
				condition: input.rule.condition,
				onAnswer: (isConfirmed) => {
					setQuestion(null);
					resolve(isConfirmed);
				},
			});
		});
	};
	return { confirm, question };
}

const endLabels: Record<AlertEventEnd, string> = {
	recovered: "recovered",
	cleared: "cleared",
	ruleChanged: "the changed rule does not confirm it",
	notWatched: "no longer watched",
	deleted: "deleted",
	calibrationChanged: "a calibration was changed",
	readingsMarked: "readings were excluded or counted again",
	definitionChanged: "its channel is computed otherwise",
};

type TrialDialogProps = TrialQuestion & { devices: DeviceListRow[] };

export function TrialDialog({ changed: { ended, confirmed, kept }, onAnswer, ...of }: TrialDialogProps) {
	const events = countOf(ended.length, "open event");
	return (
		<Modal
			opened={useOpenedLate(true)}
			onClose={() => onAnswer(false)}
			title={`End ${events}?`}
			size={480}
			closeOnClickOutside={false}
		>
			<div className={classes.dialog}>
				<p className={classes.lead}>
					Saving this change ends {events}. Whoever was notified and has not acknowledged gets a message that it is no
					longer watched.
				</p>
				<ul className={classes.ended} aria-label="Ends">
					{ended.map(({ reason, ...event }) => (
						<li key={event.eventId}>
							<Compared {...of} event={event} label={endLabels[reason]} />
						</li>
					))}
				</ul>
				{kept > 0 && (
					<p className={classes.lead}>
						{countOf(kept, "event")} {kept === 1 ? "stays" : "stay"} open, and no message is sent of that
						{confirmed.length > 0 ? ":" : "."}
					</p>
				)}
				{confirmed.length > 0 && (
					<ul className={classes.ended} aria-label="Stays open">
						{confirmed.map((event) => (
							<li key={event.eventId}>
								<Compared {...of} event={event} label="still so at the last reading" />
							</li>
						))}
					</ul>
				)}
				<ButtonRow>
					<Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
						Cancel
					</Button>
					<Button onClick={() => onAnswer(true)}>Save and end {events}</Button>
				</ButtonRow>
			</div>
		</Modal>
	);
}

type ComparedProps = Pick<TrialDialogProps, "condition" | "devices"> & {
	event: ChangedAlert["confirmed"][number];
	label: string;
};

function Compared({ event: { deviceId, last }, label, condition, devices }: ComparedProps) {
	const device = devices.find(({ id }) => id === deviceId);
	return (
		<>
			{device?.name ?? "Several devices"}: {label}
			{last && (
				<>
					{" "}
					({eventValue({ condition }, last.value)}, <TimeStamp at={last.at} clock={device ?? null} />)
				</>
			)}
		</>
	);
}
