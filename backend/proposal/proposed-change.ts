import { InviteUser, maskedEmail, UpdateInvitation, UpdateUser, UserTarget } from "../../shared/account/account";
import type { AuditKind } from "../../shared/account/audit";
import { SaveFourEyes } from "../../shared/account/four-eyes";
import type { Role } from "../../shared/account/permissions";
import { CreateAlert, GetAlert, SetAlertEnabled, UpdateAlert } from "../../shared/alert/alert";
import { limits } from "../../shared/base/limits";
import { ownValue } from "../../shared/base/own-value";
import { pick } from "../../shared/base/plain-fields";
import { RemoveCalibration, SetCalibration } from "../../shared/device/calibration";
import { EndJustifiedSpan, JustifySpan } from "../../shared/report/justified-span";
import { editableOrThrow } from "../alert/edit-alerts";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { accountOrThrow, findUser } from "../db/account-rows";
import type { AlertRow } from "../db/alert-rows";
import { calibrationsOf } from "../db/calibration-rows";
import { findInvitation } from "../db/invitation-rows";
import { listJustifiedSpans } from "../db/justified-span-rows";
import { calibrationText } from "../device/calibration";
import { channelOrThrow, isWithinScope } from "../group/scope";
import { readFourEyes } from "./four-eyes";

/** `id` null: it creates something. `roles`: that it takes or gives. */
export type ProposedChange = {
	subject: { kind: AuditKind; id: string | null; name: string };
	before: Facts;
	after: Facts;
	roles: Role[];
};

type Fields = Pick<ProposedChange, "before" | "after">;

const ruleFields = [
	...(["name", "description", "severity", "isEnabled", "scope"] as const),
	...(["contactIds", "contactGroupIds", "rule", "notification"] as const),
] as const;

/** Describes a proposed change as of now. Throws as the change itself for an entity that is deleted or hidden. */
export function proposedChange(ctx: MemberContext, procedure: string, input: unknown): ProposedChange {
	const describe = ownValue(describers, procedure);
	if (!describe) throw domainError("NOT_PERMITTED", { procedure });
	return describe(ctx, input);
}

type Describe = (ctx: MemberContext, input: unknown) => ProposedChange;

const describers: Record<string, Describe> = {
	"alert.createAlert": (_, input) => {
		const after = CreateAlert.parse(input);
		return { subject: { kind: "alert", id: null, name: after.name }, before: {}, after, roles: [] };
	},
	"alert.updateAlert": (ctx, input) => {
		const { alertId, version: _, isTrial: __, ...fields } = UpdateAlert.parse(input);
		return ofRule(editableOrThrow(ctx, alertId), fields);
	},
	"alert.setAlertEnabled": (ctx, input) => {
		const { alertId, isEnabled } = SetAlertEnabled.parse(input);
		return ofRule(editableOrThrow(ctx, alertId), { isEnabled });
	},
	"alert.deleteAlert": (ctx, input) => ofRule(editableOrThrow(ctx, GetAlert.parse(input).alertId), {}),
	"device.setCalibration": (ctx, input) => {
		const { channelId, from, scale, offset } = SetCalibration.parse(input);
		return ofCalibration(ctx, channelId, (present) => [
			...present.filter((one) => one.from !== from),
			{ from, scale, offset },
		]);
	},
	"device.removeCalibration": (ctx, input) => {
		const { channelId, from } = RemoveCalibration.parse(input);
		return ofCalibration(ctx, channelId, (present) => present.filter((one) => one.from !== from));
	},
	"report.justifySpan": (ctx, input) => {
		const { channelId, from, to, reason } = JustifySpan.parse(input);
		return ofJustified(ctx, channelId, (present) => [...present, { from, to, reason }]);
	},
	"report.endJustifiedSpan": (ctx, input) => {
		const { channelId, seq } = EndJustifiedSpan.parse(input);
		return ofJustified(ctx, channelId, (present) => present.filter((one) => one.seq !== seq));
	},
	"account.inviteUser": (_, input) => {
		const { email, role, scope } = InviteUser.parse(input);
		const name = maskedEmail(email);
		return { subject: { kind: "invitation", id: null, name }, before: {}, after: { role, scope }, roles: [role] };
	},
	"account.updateInvitation": (ctx, input) => {
		const { invitationId, role, scope } = UpdateInvitation.parse(input);
		const found = findInvitation(ctx.db, invitationId);
		if (!found || found.endedAt !== null || !isWithinScope(ctx, found)) {
			throw domainError("INVITATION_NOT_FOUND", { invitationId });
		}
		const subject = { kind: "invitation", id: invitationId, name: maskedEmail(found.email) } as const;
		return { subject, ...ofAccess(found, { role, scope }), roles: [found.role, role] };
	},
	"account.updateUser": (ctx, input) => {
		const { userId, role, scope } = UpdateUser.parse(input);
		const user = userOrThrow(ctx, userId);
		const subject = { kind: "user", id: userId, name: user.name } as const;
		return { subject, ...ofAccess(user, { role, scope }), roles: [user.role, role] };
	},
	"account.enableUser": (ctx, input) => {
		const user = userOrThrow(ctx, UserTarget.parse(input).userId);
		const { id, name, role, scope, status } = user;
		const before = { role, scope, status };
		return { subject: { kind: "user", id, name }, before, after: { ...before, status: "active" }, roles: [role] };
	},
	"account.saveFourEyes": (ctx, input) => {
		const subject = { kind: "account", id: ctx.accountId, name: accountOrThrow(ctx.db).companyName } as const;
		const before = { fourEyes: readFourEyes(ctx.db).kinds };
		return { subject, before, after: { fourEyes: SaveFourEyes.parse(input).kinds }, roles: [] };
	},
};

function ofRule(row: AlertRow, fields: Partial<AlertRow>): ProposedChange {
	const before = pick(row, ruleFields);
	const after = { ...before, ...fields };
	return { subject: { kind: "alert", id: row.id, name: row.name }, before, after, roles: [] };
}

type Calibration = { from: number; scale: number; offset: number };

function ofCalibration(
	ctx: MemberContext,
	channelId: string,
	change: (present: Calibration[]) => Calibration[],
): ProposedChange {
	const { channel, device } = channelOrThrow(ctx, channelId);
	const present = calibrationsOf(ctx.db, channelId).map(({ from, scale, offset }) => ({ from, scale, offset }));
	const textOf = (one: Calibration) =>
		`from ${new Date(one.from).toISOString()}: ${calibrationText(one, channel.unit)}`;
	const field = `channels.${channelId}.calibrations`;
	return ofDevice(device, { [field]: present.map(textOf) }, { [field]: change(present).map(textOf) });
}

type Facts = Record<string, unknown>;

function ofDevice({ id, name }: { id: string; name: string }, before: Facts, after: Facts): ProposedChange {
	return { subject: { kind: "device", id, name }, before, after, roles: [] };
}

type Justified = { seq?: number; from: number; to: number; reason: string };

function ofJustified(
	ctx: MemberContext,
	channelId: string,
	change: (present: Justified[]) => Justified[],
): ProposedChange {
	const { device } = channelOrThrow(ctx, channelId);
	const whole = { channelIds: [channelId], from: limits.ingestEarliestMs, to: Number.MAX_SAFE_INTEGER };
	const present: Justified[] = listJustifiedSpans(ctx.db, whole);
	const textOf = ({ from, to, reason }: Justified) =>
		`${new Date(from).toISOString()} to ${new Date(to).toISOString()}: ${reason}`;
	const field = `channels.${channelId}.justified`;
	return ofDevice(device, { [field]: present.map(textOf) }, { [field]: change(present).map(textOf) });
}

type Access = { role: Role; scope: unknown };

function ofAccess({ role, scope }: Access, after: Access): Fields {
	return { before: { role, scope }, after };
}

function userOrThrow(ctx: MemberContext, userId: string) {
	const user = findUser(ctx.db, userId);
	if (!user || !isWithinScope(ctx, user)) throw domainError("USER_NOT_FOUND", { userId });
	return user;
}
