import { formulaOf } from "../../../shared/device/derived/registry";
import type { ChannelLatest, Device } from "../../../shared/device/device";
import { ComputedMark } from "../../entities/computed-mark";
import { t } from "../../words/made/device";

type Channels = Pick<Device, "channels">;

export function formulaText({ derived }: Pick<ChannelLatest, "derived">, { channels }: Channels): string {
	if (!derived) return "";
	return formulaOf(derived, (id) => channels.find((channel) => channel.id === id)?.name ?? t("derived.removedChannel"));
}

export function FormulaMark({ channel, device }: { channel: ChannelLatest; device: Channels }) {
	return channel.derived && <ComputedMark formula={formulaText(channel, device)} />;
}
