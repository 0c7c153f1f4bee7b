import type { ReactNode } from "react";
import { readFailure, sentenceFor } from "../../api/api-error";
import { CenteredMessage } from "../../ui/feedback/notes";
import { ButtonLink } from "../../ui/layout/link";
import { noEntryFilters } from "./entry-filters";
import { noFilters } from "./log-filters";

type LogFailedProps = {
	error: unknown;
	/** For what is no fault of the address. */
	otherwise: ReactNode;
};

/** A link outlives what it names: from a device or a group that is gone there is a way to the rest of the log. */
export function LogFailed({ error, otherwise }: LogFailedProps) {
	const { reason } = readFailure(error);
	if (reason === "TOO_MANY_READINGS") {
		return (
			<CenteredMessage title="Too many readings" text={<div role="alert">{sentenceFor(error)}</div>}>
				<ButtonLink to="/log/" search={(before) => ({ ...before, ...noEntryFilters })}>
					Clear these filters
				</ButtonLink>
			</CenteredMessage>
		);
	}
	if (reason !== "DEVICE_NOT_FOUND" && reason !== "GROUP_NOT_FOUND") return otherwise;
	return (
		<CenteredMessage
			title={reason === "DEVICE_NOT_FOUND" ? "Device not found" : "Group not found"}
			text={<div role="alert">{sentenceFor(error)}</div>}
		>
			<ButtonLink to="/log/" search={(before) => ({ ...before, ...noFilters })}>
				Open the whole log
			</ButtonLink>
		</CenteredMessage>
	);
}
