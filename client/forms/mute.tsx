import { TextInput } from "@mantine/core";
import { IconBellOff, IconBellRinging, IconMoon } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { toast } from "sonner";
import { can, type Role } from "../../shared/account/permissions";
import type { PlanMutes } from "../../shared/alert/planned-mute";
import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { firstInstantAt, nightHours, type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { readFailure, sentenceFor } from "../api/api-error";
import { trpc, trpcClient } from "../api/trpc";
import { type Act, denialOf } from "../entities/labels";
import { StatusChip } from "../ui/feedback/status-chip";
import { FormFailure, PlainButton } from "../ui/form/buttons";
import { MomentField, ownTimeLabel } from "../ui/form/moment-field";
import { Select } from "../ui/form/select";
import type { RowAction } from "../ui/table/row-menu";
import { clockTime, nightText, viewerZone } from "../ui/time/time-display";
import { TimeStamp } from "../ui/time/time-stamp";
import { typedInstant } from "../ui/time/typed-moment";
import { rich, t } from "../words/made/forms";
import { ActionDialog, NotSent, useRun } from "./action-dialog";
import { AlreadyPlanned } from "./already-planned";

/** Milliseconds; `morning`: the next end of a night; `until` shows a field for a time. */
const spans = () => [
	{ value: String(hourMs), label: t("mute.hour") },
	{ value: String(8 * hourMs), label: t("mute.hours8") },
	{ value: "morning", label: t("mute.untilTime", { clockTime: clockTime(`${nightHours.to}:00`) }) },
	{ value: String(24 * hourMs), label: t("mute.hours24") },
	{ value: String(7 * 24 * hourMs), label: t("mute.days7") },
	{ value: "until", label: t("mute.untilChosen") },
];
export type UntilClock = { zone: Zone; label: string };

export const viewerUntilClock: UntilClock = { zone: viewerZone, label: ownTimeLabel };

type UntilValue = {
	until: () => number | null;
	complaint: string | null;
	complain: () => void;
	reject: (fields: Record<string, string>) => boolean;
	fields: ReactNode;
};

/** `usual`: the initial span in milliseconds. */
export function useUntil(clock: UntilClock, usual: number): UntilValue {
	const [span, setSpan] = useState(String(usual));
	const [moment, setMoment] = useState("");
	const [isSubmitted, setIsSubmitted] = useState(false);
	const [denied, setDenied] = useState<string | undefined>(undefined);
	const momentField = useRef<HTMLInputElement>(null);
	const isMoment = span === "until";
	const until = () => {
		if (isMoment) return typedInstant(clock.zone, moment);
		return span === "morning" ? nextMorning(clock.zone, Date.now()) : Date.now() + Number(span);
	};
	const complaint = momentComplaint(until());
	return {
		until,
		complaint,
		complain: () => {
			setIsSubmitted(true);
			momentField.current?.focus();
		},
		reject: (fields) => {
			setDenied(fields.until);
			return fields.until !== undefined;
		},
		fields: (
			<>
				<Select
					label={t("mute.for")}
					data-autofocus
					data={spans()}
					value={span}
					error={isMoment ? undefined : denied}
					onChange={setSpan}
				/>
				{isMoment && (
					<MomentField
						ref={momentField}
						label={t("mute.until")}
						description={clock.label}
						zone={clock.zone}
						value={moment}
						error={(isSubmitted ? complaint : null) ?? denied}
						onChange={(text) => {
							setMoment(text);
							setDenied(undefined);
						}}
					/>
				)}
			</>
		),
	};
}

/** The clock may change this night. */
export function nextMorning(zone: Zone, now: number): number {
	const wall = now + zoneOffsetMinutes(zone, now) * minuteMs;
	const morning = Math.floor(wall / dayMs) * dayMs + nightHours.to * hourMs;
	return firstInstantAt(zone, wall < morning ? morning : morning + dayMs);
}

function momentComplaint(until: number | null): string | null {
	if (until === null) return t("mute.choose");
	return until <= Date.now() ? t("mute.toCome") : null;
}

const usualMuteMs = 8 * hourMs;

export function useMute(clock: UntilClock): UntilValue & { reason: { reason?: string } } {
	const value = useUntil(clock, usualMuteMs);
	const [reason, setReason] = useState("");
	const [denied, setDenied] = useState<string | undefined>(undefined);
	return {
		...value,
		reason: reason.trim() === "" ? {} : { reason },
		reject: (fields) => {
			setDenied(fields.reason);
			return value.reject(fields) || fields.reason !== undefined;
		},
		fields: (
			<>
				{value.fields}
				<TextInput
					label={t("mute.reason")}
					description={t("mute.reason.help")}
					maxLength={255}
					value={reason}
					error={denied}
					onChange={({ currentTarget: { value: text } }) => {
						setReason(text);
						setDenied(undefined);
					}}
				/>
			</>
		),
	};
}

/** 22 to 6 on the viewer's clock; after midnight, the current night. */
export function tonight(now: number): { from: number; to: number } {
	const wall = now + zoneOffsetMinutes(viewerZone, now) * minuteMs;
	const today = Math.floor(wall / dayMs) * dayMs;
	const evening = wall - today < nightHours.to * hourMs ? today - dayMs : today;
	return {
		from: firstInstantAt(viewerZone, evening + nightHours.from * hourMs),
		to: firstInstantAt(viewerZone, evening + dayMs + nightHours.to * hourMs),
	};
}

type MuteTonightProps = {
	name: string;
	targets: Omit<PlanMutes, "windows" | "reason">;
	reason: { reason?: string };
	onDone: () => void;
};

export function MuteTonight({ name, targets, reason, onDone }: MuteTonightProps) {
	const refresh = useRefreshMuted();
	const { isBusy, error, run } = useRun();
	const mute = () =>
		run(async () => {
			const windows = { zone: "account" as const, weekly: [], spans: [tonight(Date.now())] };
			await trpcClient.alert.planMutes.mutate({ ...targets, windows, ...reason });
			await refresh();
			toast.success(t("mute.doneTonight", { name, night: nightText() }));
			onDone();
		});
	return (
		<>
			<PlainButton leftSection={<IconMoon size={16} />} loading={isBusy} onClick={() => void mute()}>
				{t("mute.tonight", { night: nightText() })}
			</PlainButton>
			<FormFailure
				failure={error === null ? null : (Object.values(readFailure(error).fields)[0] ?? sentenceFor(error))}
			/>
		</>
	);
}

type MuteInput = { until: number | null; reason?: string };

export type Muting = {
	name: string;
	lead: string;
	targets: { groupIds: string[] } | { alertIds: string[] };
	mute: (input: MuteInput) => Promise<unknown>;
};

type MuteDialogProps = { muting: Muting; onClose: () => void; onDone: () => void };

export function MuteDialog({ muting: { name, lead, targets, mute }, onClose, onDone }: MuteDialogProps) {
	const values = useMute(viewerUntilClock);
	const refresh = useRefreshMuted();
	const run = async () => {
		const until = values.until();
		if (values.complaint !== null || until === null) {
			values.complain();
			throw new NotSent();
		}
		await mute({ until, ...values.reason });
		await refresh();
		toast.success(t("mute.done", { name }));
		onDone();
	};
	return (
		<ActionDialog
			title={t("mute.title", { name })}
			size={520}
			label={t("mute.action")}
			run={run}
			onClose={onClose}
			onRejected={({ fields }) => values.reject(fields)}
		>
			<p>{lead}</p>
			<MuteTonight name={name} targets={targets} reason={values.reason} onDone={onDone} />
			{values.fields}
			<AlreadyPlanned targetIds={Object.values(targets).flat()} />
		</ActionDialog>
	);
}

export function useUnmute(): (muting: Pick<Muting, "name" | "mute">) => Promise<void> {
	const refresh = useRefreshMuted();
	return async ({ name, mute }) => {
		try {
			await mute({ until: null });
			await refresh();
			toast.success(t("mute.ended", { name }));
		} catch (error) {
			toast.error(sentenceFor(error));
		}
	};
}

type MuteSwitch = {
	row: { mutedUntil?: number | undefined };
	denial: string | null;
	onMute: () => void;
	onUnmute: () => void;
};

export function muteAction({ row, denial, onMute, onUnmute }: MuteSwitch): RowAction {
	return row.mutedUntil === undefined
		? { id: "mute", label: t("mute.action"), asks: true, icon: <IconBellOff size={16} />, denial, onRun: onMute }
		: { id: "unmute", label: t("unmute"), icon: <IconBellRinging size={16} />, denial, onRun: onUnmute };
}

export function useRefreshMuted(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		const parts = [trpc.group, trpc.alert, trpc.device];
		await Promise.all(parts.map((part) => queryClient.invalidateQueries(part.pathFilter())));
	};
}

export function muteDenial({ role }: { role: Role }, act: Act): string | null {
	return can(role, "muteDevices") ? null : denialOf("muteDevices", act);
}

type MutedUntilProps = { row: { mutedUntil?: number | undefined; muteReason?: string | undefined } };

export function MutedUntil({ row: { mutedUntil, muteReason } }: MutedUntilProps) {
	if (mutedUntil === undefined || mutedUntil <= Date.now()) return null;
	return (
		<>
			<StatusChip tone="off">{rich("muted.until", { time: <TimeStamp key="time" at={mutedUntil} /> })}</StatusChip>
			{muteReason && ` (${muteReason})`}
		</>
	);
}

export function MutedMark({ row: { mutedUntil } }: MutedUntilProps) {
	return mutedUntil !== undefined && mutedUntil > Date.now() && <StatusChip tone="off">{t("muted")}</StatusChip>;
}
