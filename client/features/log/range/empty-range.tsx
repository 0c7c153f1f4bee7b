import { Button } from "@mantine/core";
import { IconClockOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ErrorCode } from "../../../../shared/errors/error-codes";
import type { LogPage } from "../../../../shared/log/log";
import { readFailure, sentenceFor } from "../../../api/api-error";
import { CenteredMessage, EmptyNote } from "../../../ui/feedback/notes";
import { ButtonLink } from "../../../ui/layout/link";
import { Age } from "../../../ui/time/time-stamp";
import { noFilters } from "../filters/log-filters";
import { conflictMessage, isFilteringEntries, noEntryFilters } from "../state/entry-filters";
import { rangeHolding, rangeInSentence } from "../state/log-ranges";
import type { LogSearch } from "../state/log-search";
import { exactSearch, isFiltered as isStateFiltered, type LogState } from "../state/log-state";

const yearMs = 365 * 24 * 3_600_000;

type EmptyRangeProps = {
	page: LogPage;
	state: LogState;
	hasDevices: boolean;
	mayAddDevices: boolean;
	onSearch: (change: LogSearch) => void;
	onFurther: (() => void) | null;
	isLoading: boolean;
};

export function EmptyRange({
	page,
	state,
	hasDevices,
	mayAddDevices,
	onSearch,
	onFurther,
	isLoading,
}: EmptyRangeProps) {
	const icon = <IconClockOff size={26} />;
	if (!hasDevices) {
		return (
			<EmptyNote icon={icon} title="No devices yet" text="Readings show up here as soon as a device sends them.">
				{mayAddDevices && (
					<ButtonLink to="/devices" search={{ add: "yes" }}>
						Add device
					</ButtonLink>
				)}
			</EmptyNote>
		);
	}
	const at = page.previousReadingAt;
	const isFiltered = isStateFiltered(state);
	const goThere = () => {
		if (at === null) return;
		const range = rangeHolding({ rangeType: state.rangeType, at, zone: page.zone, now: Date.now() });
		onSearch({ ...range, from: undefined, to: undefined });
	};
	const range = rangeInSentence(state);
	if (isFilteringEntries(state.filters)) {
		const conflict = conflictMessage(state.filters, state.kinds);
		const canFind = conflict === null && onFurther !== null;
		return (
			<EmptyNote
				icon={icon}
				title={canFind ? `No match yet in ${range}` : `No entry matches these filters in ${range}`}
				text={
					conflict ?? (canFind ? "Only a part of it was looked through." : "There may be something at another time.")
				}
			>
				{canFind && (
					<Button loading={isLoading} onClick={onFurther}>
						Look further
					</Button>
				)}
				{!canFind && at !== null && <Button onClick={goThere}>Go to the last reading</Button>}
				<Button variant="default" onClick={() => onSearch(noEntryFilters)}>
					Clear these filters
				</Button>
			</EmptyNote>
		);
	}
	if (state.kinds.length > 0 && !state.kinds.includes("reading")) {
		const now = Date.now();
		return (
			<EmptyNote icon={icon} title={`Nothing of this kind in ${range}`} text="There may be something at another time.">
				{page.to - page.from < yearMs && (
					<Button onClick={() => onSearch(exactSearch({ from: now - yearMs, to: now }))}>
						Look through the last year
					</Button>
				)}
				<Button variant="default" onClick={() => onSearch(noFilters)}>
					Clear all filters
				</Button>
			</EmptyNote>
		);
	}
	const last = at !== null && (
		<>
			Last reading <Age at={at} />.
		</>
	);
	return (
		<EmptyNote
			icon={icon}
			title={`No readings in ${range}`}
			text={at === null ? `There is nothing earlier either${isFiltered ? " for what you chose" : ""}.` : last}
		>
			{at !== null && <Button onClick={goThere}>Go there</Button>}
			{(state.exact !== null || state.offset > 0) && (
				<Button variant="default" onClick={() => onSearch({ offset: undefined, from: undefined, to: undefined })}>
					Go to now
				</Button>
			)}
			{isFiltered && (
				<Button variant="default" onClick={() => onSearch(noFilters)}>
					Clear all filters
				</Button>
			)}
		</EmptyNote>
	);
}

type LogFailedProps = {
	error: unknown;
	otherwise: ReactNode;
};

/** The link may name a deleted device or group, or exceed a limit. */
export function LogFailed({ error, otherwise }: LogFailedProps) {
	const { reason } = readFailure(error);
	const known: Partial<Record<ErrorCode, { title: string; label: string; cleared: LogSearch }>> = {
		TOO_MANY_READINGS: { title: "Too many readings", label: "Clear these filters", cleared: noEntryFilters },
		DEVICE_NOT_FOUND: { title: "Device not found", label: "Open the whole log", cleared: noFilters },
		GROUP_NOT_FOUND: { title: "Group not found", label: "Open the whole log", cleared: noFilters },
	};
	const failure = reason && known[reason];
	if (!failure) return otherwise;
	return (
		<CenteredMessage title={failure.title} text={<div role="alert">{sentenceFor(error)}</div>}>
			<ButtonLink to="/log/" search={(before) => ({ ...before, ...failure.cleared })}>
				{failure.label}
			</ButtonLink>
		</CenteredMessage>
	);
}
