import { ChannelId } from "../../../shared/base/ids";

const name = "distribution";

export type DistributionView = { channelId: string | null };

/** Reads an address: `distribution`, or with a channel `distribution.chn_…`. Null: another view. */
export function distributionView(view: string | undefined): DistributionView | null {
	const [first, id] = view?.split(".") ?? [];
	if (first !== name) return null;
	return { channelId: ChannelId.safeParse(id).success ? (id ?? null) : null };
}

export function viewText(view: DistributionView | null): string | undefined {
	return view === null ? undefined : view.channelId === null ? name : `${name}.${view.channelId}`;
}
