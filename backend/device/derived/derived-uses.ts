import { can } from "../../../shared/account/permissions";
import { channelsOf } from "../../../shared/alert/alert-rule";
import { type ChannelChoice, isChosenChannel } from "../../../shared/alert/conditions/terms";
import type { DerivedUses, GetDerivedUses } from "../../../shared/device/derived/inputs";
import { isDeviceFact } from "../../../shared/formats/units";
import type { ReportDefinition } from "../../../shared/report/report";
import type { AccountDb, Call, MemberContext } from "../../base/context";
import { type AlertRow, listAlerts, rulesWatching } from "../../db/alert-rows";
import { type ChannelRow, listChannels } from "../../db/channel-rows";
import { groupIdsByDevice } from "../../db/group-rows";
import { listPublicLinks } from "../../db/public-link-rows";
import { listReports } from "../../db/report-rows";
import { listWalls } from "../../db/wall-rows";
import { channelOrThrow, visibleGroupIds } from "../../group/scope";

const channelsOnWall = 3;

/** Throws CHANNEL_NOT_FOUND, also out of scope. */
export function getDerivedUses({ ctx, input: { channelId } }: Call<GetDerivedUses>): DerivedUses {
	const { channel, device } = channelOrThrow(ctx, channelId);
	const { id } = device;
	const groupIds = visibleGroupIds(ctx, groupIdsByDevice(ctx.db, id).get(id) ?? []);
	const isUsed = (choice: ChannelChoice) => isChosenChannel(choice, channel);
	return {
		rules: rulesWatching(ctx.db, { id, groupIds })
			.filter(({ rule }) => channelsOf(rule.condition).some(isUsed))
			.map(toNamed),
		reports: listReports(ctx.db)
			.filter(({ definition }) => covers(definition, { id, groupIds }) && choicesOf(definition).some(isUsed))
			.map(({ id: reportId, definition: { name } }) => ({ id: reportId, name })),
		walls: wallsWith(ctx, channel, groupIds),
	};
}

export function rulesOnAll(
	ctx: MemberContext,
	deviceId: string,
	channel: Pick<ChannelRow, "quantity" | "unit">,
): DerivedUses["rules"] {
	const groupIds = visibleGroupIds(ctx, groupIdsByDevice(ctx.db, deviceId).get(deviceId) ?? []);
	const isOnAll = (choice: ChannelChoice) => choice.name === null && isChosenChannel(choice, { ...channel, name: "" });
	return rulesWatching(ctx.db, { id: deviceId, groupIds })
		.filter(({ rule }) => channelsOf(rule.condition).some(isOnAll))
		.map(toNamed);
}

const toNamed = ({ id, name }: { id: string; name: string }) => ({ id, name });

type Placed = { id: string; groupIds: readonly string[] };

function covers(
	{ scope }: Pick<ReportDefinition, "scope"> | Pick<AlertRow, "scope">,
	{ id, groupIds }: Placed,
): boolean {
	if (scope === "all") return true;
	return "deviceIds" in scope ? scope.deviceIds.includes(id) : scope.groupIds.some((one) => groupIds.includes(one));
}

function choicesOf({ channels, limits, aggregation }: ReportDefinition): ChannelChoice[] {
	return [
		...(channels ?? []),
		...limits.map(({ channel }) => channel),
		...aggregation.byChannel.map(({ channel }) => channel),
	];
}

function wallsWith(ctx: MemberContext, channel: ChannelRow, groupIds: readonly string[]): DerivedUses["walls"] {
	if (!can(ctx.user.role, "editKeys")) return [];
	const shown = listChannels(ctx.db, [channel.deviceId])
		.filter(({ quantity }) => !isDeviceFact(quantity))
		.slice(0, channelsOnWall);
	if (!shown.some(({ id }) => id === channel.id)) return [];
	return listWalls(ctx.db)
		.filter(({ groupId }) => groupIds.includes(groupId))
		.map(toNamed);
}

/** Returns names of rules, reports and public links that need one of these channels, by id of the channel. */
export function needsOf(
	db: AccountDb,
	channels: readonly ChannelRow[],
	groupIdsOf: (deviceId: string) => readonly string[],
): Map<string, string[]> {
	const naming = [
		...listAlerts(db).map(({ name, scope, rule }) => ({ name, scope, choices: channelsOf(rule.condition) })),
		...listReports(db).map(({ definition }) => ({ ...definition, choices: choicesOf(definition) })),
	].flatMap(({ name, scope, choices }) => {
		const named = choices.filter((choice) => choice.name !== null);
		return named.length === 0 ? [] : { name, scope, named };
	});
	const linked = listPublicLinks(db).map(({ name, target }) => ({
		name,
		ids: target.kind === "chart" ? target.channelIds : [],
	}));
	return new Map(
		channels.map((channel) => {
			const { id, deviceId } = channel;
			const needing = naming
				.filter(({ named }) => named.some((choice) => isChosenChannel(choice, channel)))
				.filter((each) => covers(each, { id: deviceId, groupIds: groupIdsOf(deviceId) }));
			return [id, [...needing, ...linked.filter(({ ids }) => ids.includes(id))].map(({ name }) => name)];
		}),
	);
}
