import { can } from "../../../shared/account/permissions";
import { channelsOf } from "../../../shared/alert/alert-rule";
import { type ChannelChoice, isChosenChannel } from "../../../shared/alert/conditions/terms";
import type { DerivedUses, GetDerivedUses } from "../../../shared/device/derived/inputs";
import { isDeviceFact } from "../../../shared/formats/units";
import type { ReportDefinition } from "../../../shared/report/report";
import type { Call, MemberContext } from "../../base/context";
import { rulesWatching } from "../../db/alert-rows";
import { type ChannelRow, listChannels } from "../../db/channel-rows";
import { groupIdsByDevice } from "../../db/group-rows";
import { listReports } from "../../db/report-rows";
import { listWalls } from "../../db/wall-rows";
import { channelOrThrow, visibleGroupIds } from "../../group/scope";

const channelsOnWall = 3;

/** Throws CHANNEL_NOT_FOUND, also out of scope. */
export function getDerivedUses({ ctx, input: { channelId } }: Call<GetDerivedUses>): DerivedUses {
	const { channel, device } = channelOrThrow(ctx, channelId);
	const { id } = device;
	const groupIds = visibleGroupIds(ctx, groupIdsByDevice(ctx.db, id).get(id) ?? []);
	const isUsed = (choice: ChannelChoice | null) => choice !== null && isChosenChannel(choice, channel);
	return {
		rules: rulesWatching(ctx.db, { id, groupIds })
			.filter(({ rule }) => isUsed(channelsOf(rule.condition)))
			.map(toNamed),
		reports: listReports(ctx.db)
			.filter(({ definition }) => covers(definition, { id, groupIds }) && choicesOf(definition).some(isUsed))
			.map(({ id: reportId, definition: { name } }) => ({ id: reportId, name })),
		walls: wallsWith(ctx, channel, groupIds),
	};
}

const toNamed = ({ id, name }: { id: string; name: string }) => ({ id, name });

function covers({ scope }: ReportDefinition, { id, groupIds }: { id: string; groupIds: readonly string[] }): boolean {
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
