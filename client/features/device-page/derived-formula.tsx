import { formulaText } from "../../../shared/device/derived/formula";
import { formulaOf } from "../../../shared/device/derived/registry";
import type { ChannelLatest, Device } from "../../../shared/device/device";
import { ComputedMark } from "../../entities/computed-mark";
import { t } from "../../words/made/device";

type Channels = Pick<Device, "channels">;

export function formulaOfChannel({ derived }: Pick<ChannelLatest, "derived">, { channels }: Channels): string {
	if (!derived) return "";
	const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name ?? t("derived.removedChannel");
	return formulaText(formulaOf(derived, nameOf));
}

export function FormulaMark({ channel, device }: { channel: ChannelLatest; device: Channels }) {
	return channel.derived && <ComputedMark formula={formulaOfChannel(channel, device)} />;
}
