import type { AlertListRow } from "../../../shared/alert";
import type { Contact } from "../../../shared/contact";
import type { DeviceListRow } from "../../../shared/device";

export type StepsDone = { hasDevice: boolean; hasReading: boolean; hasVerifiedContact: boolean; hasFired: boolean };

type Account = { rows: DeviceListRow[]; contacts: Contact[]; alerts: AlertListRow[] };

/** Which of the first steps an account has taken, by what is there. That a message was read is nothing it knows. */
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
