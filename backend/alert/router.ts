import { can } from "../../shared/account/permissions";
import {
	type Alert,
	type AlertEventPage,
	type AlertEventState,
	AlertEventsTarget,
	type AlertListRow,
	AssignAlertEvents,
	CommentAlertEvent,
	CreateAlert,
	GetAlert,
	GetAlertEvent,
	GetAlertEvents,
	GetAlerts,
	GetAlertWhy,
	GetAssignees,
	HandOverAlertEvents,
	MuteAlertEvents,
	MuteAlerts,
	SetAlertEnabled,
	SnoozeAlertEvents,
	UpdateAlert,
} from "../../shared/alert/alert";
import { GetUnwatched } from "../../shared/alert/alert-coverage";
import { StartRosterDrill } from "../../shared/alert/drill";
import { EndPlannedMute, GetPlannedMutes, PlanMutes } from "../../shared/alert/planned-mute";
import { GetRehearsalPage, RehearseAlert } from "../../shared/alert/rehearsal";
import { errorKey } from "../../shared/base/error-key";
import { RosterTarget } from "../../shared/duty/roster";
import type { Call, MemberContext } from "../base/context";
import { inTurns } from "../base/context";
import { InputError } from "../base/errors";
import { type ReceiptSpan, receiptCursor, receiptSpan } from "../base/receipt-span";
import { procedureFor, router } from "../base/trpc";
import {
	countOpenEvents,
	findAlertEvent,
	type Inbox,
	listAlertEvents,
	listReceivedAlertEvents,
} from "../db/alert-event-rows";
import { listAlerts } from "../db/alert-rows";
import { countAssigned } from "../db/assignment-rows";
import { groupIdsByDevice, listDeviceIds } from "../db/group-rows";
import { lastReceipt } from "../db/receipts";
import { alertEvents } from "../db/schema";
import { deviceOrThrow, devicesInScope, groupOrThrow } from "../group/scope";
import { pendingOf, toAlert, toAlertEvents, toAlerts, toListRow } from "./alert-projection";
import { visibleAlert, visibleFleet, watches } from "./alert-scope";
import { assignEvents, getAssignees, handOverEvents, snoozeEvents } from "./assign-events";
import { getCoverage, stoppedOfRule } from "./coverage";
import { getDrillPlan, getDrills, startDrill } from "./drill";
import { getRosterDrillPlan, getRosterDrills, startRosterDrill } from "./drill-roster";
import { alertOrThrow, createAlert, deleteAlert, muteAlerts, setAlertEnabled, updateAlert } from "./edit-alerts";
import { getEvent, getWhy } from "./event-story";
import { acknowledgeEvents, clearEvents, commentEvent, muteEvents } from "./handle-events";
import { forCaller, inboxOf } from "./inbox";
import { endPlannedMute, getPlannedMutes, planMutes } from "./planned-mutes";
import { getRehearsalHead, getRehearsalPage } from "./rehearsal-source";
import { rehearseInObject } from "./rehearse-alert";
import { testAlert } from "./test-alert";
import { getUnwatched } from "./unwatched-channels";

const eventsPerPage = 100;

export const alertRouter = router({
	getAlerts: procedureFor("viewFleet").input(GetAlerts).query(getAlerts),
	getAlert: procedureFor("viewFleet").input(GetAlert).query(getAlert),
	getEvents: procedureFor("viewFleet").input(GetAlertEvents).query(getEvents),
	getEvent: procedureFor("viewFleet").input(GetAlertEvent).query(getEvent),
	// Names contacts.
	getCoverage: procedureFor("viewContacts").query(getCoverage),
	getUnwatched: procedureFor("viewFleet").input(GetUnwatched).query(getUnwatched),
	getRehearsalHead: procedureFor("editAlerts").input(RehearseAlert).query(getRehearsalHead),
	getRehearsalPage: procedureFor("editAlerts").input(GetRehearsalPage).query(inTurns(getRehearsalPage)),
	rehearse: procedureFor("editAlerts").input(RehearseAlert).query(rehearseInObject),
	// Names a contact.
	getWhy: procedureFor("viewContacts").input(GetAlertWhy).query(getWhy),
	createAlert: procedureFor("editAlerts").input(CreateAlert).mutation(createAlert),
	updateAlert: procedureFor("editAlerts").input(UpdateAlert).mutation(updateAlert),
	deleteAlert: procedureFor("editAlerts").input(GetAlert).mutation(deleteAlert),
	setAlertEnabled: procedureFor("editAlerts").input(SetAlertEnabled).mutation(setAlertEnabled),
	getDrillPlan: procedureFor("editAlerts").input(GetAlert).query(getDrillPlan),
	getDrills: procedureFor("editAlerts").input(GetAlert).query(getDrills),
	startDrill: procedureFor("editAlerts").input(GetAlert).mutation(startDrill),
	getRosterDrillPlan: procedureFor("editRosters").input(RosterTarget).query(getRosterDrillPlan),
	getRosterDrills: procedureFor("editRosters").input(RosterTarget).query(getRosterDrills),
	startRosterDrill: procedureFor("editRosters").input(StartRosterDrill).mutation(startRosterDrill),
	testAlert: procedureFor("editAlerts").input(GetAlert).mutation(testAlert),
	muteAlerts: procedureFor("muteDevices").input(MuteAlerts).mutation(muteAlerts),
	getPlannedMutes: procedureFor("viewFleet").input(GetPlannedMutes).query(getPlannedMutes),
	planMutes: procedureFor("muteDevices").input(PlanMutes).mutation(planMutes),
	endPlannedMute: procedureFor("muteDevices").input(EndPlannedMute).mutation(endPlannedMute),
	acknowledgeEvents: procedureFor("acknowledgeAlerts").input(AlertEventsTarget).mutation(acknowledgeEvents),
	clearEvents: procedureFor("acknowledgeAlerts").input(AlertEventsTarget).mutation(clearEvents),
	commentEvent: procedureFor("acknowledgeAlerts").input(CommentAlertEvent).mutation(commentEvent),
	getAssignees: procedureFor("acknowledgeAlerts").input(GetAssignees).query(getAssignees),
	assignEvents: procedureFor("acknowledgeAlerts").input(AssignAlertEvents).mutation(assignEvents),
	handOverEvents: procedureFor("acknowledgeAlerts").input(HandOverAlertEvents).mutation(handOverEvents),
	snoozeEvents: procedureFor("acknowledgeAlerts").input(SnoozeAlertEvents).mutation(snoozeEvents),
	muteEvents: procedureFor("acknowledgeAlerts").input(MuteAlertEvents).mutation(muteEvents),
});

function getAlerts({ ctx, input }: Call<GetAlerts>): AlertListRow[] {
	const visible = visibleFleet(ctx);
	const deviceId = input?.deviceId;
	const rows = listAlerts(ctx.db).flatMap((alert) => visibleAlert(alert, visible) ?? []);
	if (deviceId === undefined) return toAlerts(ctx, rows).map(toListRow);
	const watchingRows = toAlerts(ctx, watching(deviceId)).map(toListRow);
	const pending = pendingOf(ctx, deviceId);
	return watchingRows.map((row) => (pending.has(row.id) ? { ...row, pending: pending.get(row.id) } : row));

	function watching(id: string) {
		deviceOrThrow(ctx, id);
		const device = { id, groupIds: groupIdsByDevice(ctx.db, id).get(id) ?? [] };
		return rows.filter(({ scope }) => watches(scope, device));
	}
}

function getAlert({ ctx, input }: Call<GetAlert>): Alert {
	const row = alertOrThrow(ctx, input.alertId);
	const stopped = can(ctx.user.role, "viewContacts") ? stoppedOfRule(ctx, row) : [];
	return { ...toAlert(ctx, row), ...(stopped.length > 0 && { stopped }) };
}

function getEvents({ ctx, input = {} }: Call<GetAlertEvents>): AlertEventPage {
	const { byReceipt, whose, ...listed } = input;
	const own = whose && { inbox: inboxOf(ctx, whose), states: listed.states ?? notOver };
	const requested = { ...listed, ...own, deviceIds: seenOf(ctx, listed), now: ctx.now };
	const received =
		byReceipt && receiptSpan(byReceipt, { last: lastReceipt(ctx.db, alertEvents), cursor: input.cursor });
	const page = received?.page ? receivedEvents(ctx, requested, received.page) : listedEvents(ctx, requested);
	const mine = countAssigned(ctx.db, { userId: ctx.user.id, now: ctx.now, deviceIds: devicesInScope(ctx) });
	const counts = { ...countOpenEvents(ctx.db, requested), mine };
	return { ...page, counts, ...(received && { receivedUntil: received.upTo }) };
}

const notOver: AlertEventState[] = ["open", "acknowledged"];

type RequestedEvents = Omit<NonNullable<GetAlertEvents>, "deviceIds" | "groupIds" | "byReceipt" | "whose"> & {
	deviceIds: string[] | "all";
	inbox?: Inbox | undefined;
	now: number;
};

function receivedEvents(
	ctx: MemberContext,
	{ cursor: _, limit = eventsPerPage, ...requested }: RequestedEvents,
	span: ReceiptSpan,
) {
	const found = listReceivedAlertEvents(ctx.db, { ...requested, ...span, limit: limit + 1 });
	const rows = found.slice(0, limit);
	const last = found.length > limit ? rows.at(-1) : undefined;
	return { events: forCaller(ctx, toAlertEvents(ctx, rows)), nextCursor: last ? receiptCursor(last) : null };
}

function listedEvents(ctx: MemberContext, { cursor, limit = eventsPerPage, ...requested }: RequestedEvents) {
	const after = cursor === undefined ? null : findAlertEvent(ctx.db, cursor);
	if (cursor !== undefined && !after) throw new InputError({ cursor: errorKey("list.changed") });
	const found = listAlertEvents(ctx.db, { ...requested, after, limit: limit + 1 });
	const rows = found.slice(0, limit);
	return {
		events: forCaller(ctx, toAlertEvents(ctx, rows)),
		nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
	};
}

type Of = Pick<NonNullable<GetAlertEvents>, "deviceIds" | "groupIds">;

function seenOf(ctx: MemberContext, { deviceIds, groupIds }: Of): string[] | "all" {
	const visible = devicesInScope(ctx);
	if (deviceIds === undefined && groupIds === undefined) return visible;
	for (const groupId of groupIds ?? []) groupOrThrow(ctx, groupId);
	const wanted = [...new Set([...(deviceIds ?? []), ...listDeviceIds(ctx.db, groupIds ?? [])])];
	if (visible === "all") return wanted;
	const seen = new Set(visible);
	return wanted.filter((id) => seen.has(id));
}
