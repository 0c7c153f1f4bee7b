import { TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "sonner";
import type { GetPlannedMutes, MuteWindows, PlannedMute } from "../../shared/alert/planned-mute";
import { ownValue } from "../../shared/base/own-value";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { trpcClient } from "../api/trpc";
import { PlannedTimes } from "../entities/planned-mute";
import { MomentField, ownTimeLabel } from "../ui/form/moment-field";
import { Select } from "../ui/form/select";
import { nightText, viewerZone } from "../ui/time/time-display";
import { typedInstant } from "../ui/time/typed-moment";
import { t } from "../words/made/forms";
import { ActionDialog, ConfirmDialog, NotSent } from "./action-dialog";
import { AlreadyPlanned } from "./already-planned";
import { tonight, useRefreshMuted } from "./mute";
import { WeekHoursField } from "./week-hours-field";

type Muted = NonNullable<GetPlannedMutes> & { deviceIds?: string[] };

type PlanMuteDialogProps = {
	of: Muted;
	hasOwnClock: boolean;
	title?: string;
	/** The dialog shows the plans of these ids, if no list behind it shows them. */
	plannedFor?: string[];
	onClose: () => void;
};

/** A file's own dialog, so that neither loads before it is opened. */
export function RemovePlannedMute({ mute, onClose }: { mute: PlannedMute; onClose: () => void }) {
	const refresh = useRefreshMuted();
	const remove = async () => {
		await trpcClient.alert.endPlannedMute.mutate({ plannedMuteId: mute.id, how: "remove" });
		await refresh();
		toast.success(t("planned.removed"));
	};
	return (
		<ConfirmDialog
			title={t("planned.remove.title")}
			size={440}
			label={t("planned.remove")}
			run={remove}
			onClose={onClose}
		>
			<p>
				<PlannedTimes mute={mute} />
			</p>
			<p>{t(mute.mutedUntil === null ? "planned.remove.lead" : "planned.remove.leadNow")}</p>
		</ConfirmDialog>
	);
}

const saturday: WeeklyWindow = { days: [6], from: "08:00", to: "12:00" };

const whenOptions = () => [
	{ value: "tonight", label: t("plan.tonight", { night: nightText() }) },
	{ value: "once", label: t("plan.once") },
	{ value: "weekly", label: t("plan.weekly") },
];

export function PlanMuteDialog(props: PlanMuteDialogProps) {
	const { of, hasOwnClock, title = t("plan.title"), plannedFor, onClose } = props;
	const refresh = useRefreshMuted();
	const [when, setWhen] = useState("tonight");
	const [typed, setTyped] = useState({ from: "", to: "" });
	const [weekly, setWeekly] = useState<WeeklyWindow[]>([saturday]);
	const [zone, setZone] = useState<"account" | "own">(hasOwnClock && of.groupId === undefined ? "own" : "account");
	const [reason, setReason] = useState("");
	const [faults, setFaults] = useState<Record<string, string>>({});
	const run = async () => {
		const windows = windowsOf({ when, typed, weekly, zone });
		if ("faults" in windows) {
			setFaults(windows.faults);
			throw new NotSent();
		}
		await trpcClient.alert.planMutes.mutate({ ...targetsOf(of), windows, ...(reason.trim() && { reason }) });
		await refresh();
		toast.success(t("plan.done"));
	};
	const moment = (name: "from" | "to", label: string) => (
		<MomentField
			label={label}
			description={ownTimeLabel}
			zone={viewerZone}
			value={typed[name]}
			error={ownValue(faults, `windows.spans.0.${name}`)}
			onChange={(text) => {
				setTyped({ ...typed, [name]: text });
				setFaults({});
			}}
		/>
	);
	return (
		<ActionDialog
			title={title}
			size={520}
			label={t("plan.action")}
			run={run}
			onClose={onClose}
			onRejected={({ fields }) => {
				setFaults(fields);
				return Object.keys(fields).some((path) => path.startsWith("windows.") || path === "reason");
			}}
		>
			<p>{t("plan.lead")}</p>
			<Select label={t("plan.when")} data-autofocus data={whenOptions()} value={when} onChange={setWhen} />
			{when === "once" && (
				<>
					{moment("from", t("from"))}
					{moment("to", t("to"))}
				</>
			)}
			{when === "weekly" && (
				<>
					<WeekHoursField
						noun="muted"
						help={t("plan.weekly.help")}
						windows={weekly}
						usual={saturday}
						path="windows.weekly"
						errorAt={(path) => ownValue(faults, path)}
						onChange={(next) => {
							setWeekly(next);
							setFaults({});
						}}
					/>
					<Select
						label={t("plan.clock")}
						data={zoneOptions(of, hasOwnClock)}
						value={zone}
						onChange={(chosen) => setZone(chosen === "own" ? "own" : "account")}
					/>
				</>
			)}
			<TextInput
				label={t("plan.reason")}
				maxLength={255}
				value={reason}
				error={faults.reason}
				onChange={({ currentTarget: { value } }) => setReason(value)}
			/>
			{plannedFor && <AlreadyPlanned targetIds={plannedFor} />}
		</ActionDialog>
	);
}

function zoneOptions({ groupId, deviceIds }: Muted, hasOwnClock: boolean) {
	const own =
		groupId !== undefined ? t("plan.clock.group") : deviceIds ? t("plan.clock.devices") : t("plan.clock.device");
	return [{ value: "account", label: t("plan.clock.account") }, ...(hasOwnClock ? [{ value: "own", label: own }] : [])];
}

function targetsOf({ deviceId, deviceIds, groupId, alertId }: Muted) {
	if (deviceIds !== undefined) return { deviceIds };
	if (deviceId !== undefined) return { deviceIds: [deviceId] };
	return groupId === undefined ? { alertIds: alertId === undefined ? [] : [alertId] } : { groupIds: [groupId] };
}

type Typed = { when: string; typed: { from: string; to: string }; weekly: WeeklyWindow[]; zone: MuteWindows["zone"] };

function windowsOf({ when, typed, weekly, zone }: Typed): MuteWindows | { faults: Record<string, string> } {
	if (when === "weekly") return { zone, weekly, spans: [] };
	if (when === "tonight") return { zone, weekly: [], spans: [tonight(Date.now())] };
	const [from, to] = [typedInstant(viewerZone, typed.from), typedInstant(viewerZone, typed.to)];
	if (from !== null && to !== null) return { zone, weekly: [], spans: [{ from, to }] };
	const name = from === null ? "from" : "to";
	return { faults: { [`windows.spans.0.${name}`]: t("plan.moment") } };
}
