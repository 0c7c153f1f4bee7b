import type { AddressStatus } from "../../../shared/contact";
import { addressWords } from "../../entities/contact";
import { StatusChip } from "../../ui/feedback/status-chip";
import classes from "./contacts.module.css";

/** An e-mail address or a phone number, with the state of it in words. */
export function Address({ address, status }: { address: string | null; status: AddressStatus }) {
	if (address === null) return "—";
	const { label, tone } = addressWords[status];
	return (
		<span className={classes.address}>
			{address} <StatusChip tone={tone}>{label}</StatusChip>
		</span>
	);
}
