import { Button } from "@mantine/core";
import { IconClockOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ErrorCode } from "../../../../shared/errors/error-codes";
import type { LogPage } from "../../../../shared/log/log";
import { readFailure, sentenceFor } from "../../../api/api-error";
import { CenteredMessage, EmptyNote } from "../../../ui/feedback/notes";
import { PlainButton } from "../../../ui/form/buttons";
import { ButtonLink } from "../../../ui/layout/link";
import { Age } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/log";
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
			<EmptyNote icon={icon} title={t("noDevices")} text={t("noDevices.help")}>
				{mayAddDevices && (
					<ButtonLink to="/devices" search={{ add: "yes" }}>
						{t("noDevices.add")}
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
				title={canFind ? t("empty.noMatchYet", { range }) : t("empty.noMatch", { range })}
				text={conflict ?? (canFind ? t("empty.partly") : t("empty.elsewhere"))}
			>
				{canFind && (
					<Button loading={isLoading} onClick={onFurther}>
						{t("lookFurther")}
					</Button>
				)}
				{!canFind && at !== null && <Button onClick={goThere}>{t("empty.goToLast")}</Button>}
				<PlainButton onClick={() => onSearch(noEntryFilters)}>{t("filter.clearThese")}</PlainButton>
			</EmptyNote>
		);
	}
	if (state.kinds.length > 0 && !state.kinds.includes("reading")) {
		const now = Date.now();
		return (
			<EmptyNote icon={icon} title={t("empty.noneOfKind", { range })} text={t("empty.elsewhere")}>
				{page.to - page.from < yearMs && (
					<Button onClick={() => onSearch(exactSearch({ from: now - yearMs, to: now }))}>
						{t("empty.lookThroughYear")}
					</Button>
				)}
				<PlainButton onClick={() => onSearch(noFilters)}>{t("filter.clearAll")}</PlainButton>
			</EmptyNote>
		);
	}
	const last = at !== null && <>{rich("empty.lastReading", { age: <Age at={at} /> })}</>;
	return (
		<EmptyNote
			icon={icon}
			title={t("empty.noReadings", { range })}
			text={at !== null ? last : isFiltered ? t("empty.nothingEarlierChosen") : t("empty.nothingEarlier")}
		>
			{at !== null && <Button onClick={goThere}>{t("empty.goThere")}</Button>}
			{(state.exact !== null || state.offset > 0) && (
				<PlainButton onClick={() => onSearch({ offset: undefined, from: undefined, to: undefined })}>
					{t("empty.goToNow")}
				</PlainButton>
			)}
			{isFiltered && <PlainButton onClick={() => onSearch(noFilters)}>{t("filter.clearAll")}</PlainButton>}
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
		TOO_MANY_READINGS: { title: t("failed.tooMany"), label: t("filter.clearThese"), cleared: noEntryFilters },
		DEVICE_NOT_FOUND: { title: t("failed.noDevice"), label: t("failed.openWhole"), cleared: noFilters },
		GROUP_NOT_FOUND: { title: t("failed.noGroup"), label: t("failed.openWhole"), cleared: noFilters },
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
