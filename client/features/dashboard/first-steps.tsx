import { Button } from "@mantine/core";
import { IconCircleCheckFilled, IconCircleDashed } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AlertListRow } from "../../../shared/alert";
import type { Contact } from "../../../shared/contact";
import type { DeviceListRow } from "../../../shared/device";
import { Card } from "../../ui/layout/card";
import { ButtonLink } from "../../ui/layout/link";
import classes from "./first-steps.module.css";

type FirstStepsProps = {
	done: StepsDone;
	canAdd: boolean;
	/** Null: it cannot be hidden yet. */
	onHide: (() => void) | null;
};

export function FirstSteps({ done, canAdd, onHide }: FirstStepsProps) {
	const doneCount = Object.values(done).filter(Boolean).length;
	return (
		<Card
			title="First steps"
			className={classes.card}
			note={<span className={classes.count}>{doneCount} of 4 done</span>}
			action={
				onHide && (
					<Button variant="subtle" size="compact-xs" onClick={onHide}>
						Hide
					</Button>
				)
			}
		>
			<ol className={classes.steps}>
				<Step
					isDone={done.hasDevice}
					title="Add your first device"
					text={
						canAdd
							? "Give it a name and its channels. You get the key it sends readings with."
							: "An owner or admin of your account can add it."
					}
				>
					{!done.hasDevice && canAdd && (
						<ButtonLink to="/devices" search={{ add: "yes" }}>
							Add device
						</ButtonLink>
					)}
				</Step>
				<Step
					isDone={done.hasReading}
					title="See its first reading"
					text="The device posts over HTTPS with its key. Completes automatically when a reading arrives."
				>
					{done.hasDevice && !done.hasReading && (
						<ButtonLink to="/devices" variant="default">
							Devices
						</ButtonLink>
					)}
				</Step>
				<Step
					isDone={done.hasVerifiedContact}
					title="Verify a contact"
					text="Somebody with a verified e-mail address or phone number, whom alerts and reports can reach."
				>
					{!done.hasVerifiedContact && (
						<ButtonLink to="/accounts/contacts/" variant="default">
							Contacts
						</ButtonLink>
					)}
				</Step>
				<Step
					isDone={done.hasFired}
					title="Test an alert"
					text="Make a rule fire once. This step completes when an alert fires, whether or not anybody reads the message."
				>
					{!done.hasFired && (
						<ButtonLink to="/alerts/" variant="default">
							Alerts
						</ButtonLink>
					)}
				</Step>
			</ol>
		</Card>
	);
}

type StepProps = { isDone: boolean; title: string; text: string; children?: ReactNode };

function Step({ isDone, title, text, children }: StepProps) {
	const Icon = isDone ? IconCircleCheckFilled : IconCircleDashed;
	return (
		<li className={classes.step} data-done={isDone || undefined}>
			<Icon size={24} aria-label={isDone ? "Done:" : "To do:"} />
			<div className={classes.words}>
				<b>{title}</b>
				<p>{text}</p>
			</div>
			{children}
		</li>
	);
}

type StepsDone = { hasDevice: boolean; hasReading: boolean; hasVerifiedContact: boolean; hasFired: boolean };

type Account = { rows: DeviceListRow[]; contacts: Contact[]; alerts: AlertListRow[] };

/** Whether a message was read is not known. */
export function stepsDone({ rows, contacts, alerts }: Account): StepsDone {
	return {
		hasDevice: rows.length > 0,
		hasReading: rows.some(({ lastReadingAt }) => lastReadingAt !== null),
		hasVerifiedContact: contacts.some(
			({ emailStatus, phoneStatus }) => emailStatus === "verified" || phoneStatus === "verified",
		),
		hasFired: alerts.some(({ lastFiredAt }) => lastFiredAt !== null),
	};
}
