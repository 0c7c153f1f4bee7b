import type { ChipTone } from "../ui/feedback/status-chip";
import { countText } from "../ui/format";
import { TextLink } from "../ui/layout/link";
import classes from "./tiles.module.css";

export type CountTile = { label: string; count: number; tone: ChipTone; search: Record<string, string> };

/** How many devices are in which state; each leads to the list of them. Zero is in no tone. */
export function CountTiles({ label, tiles }: { label: string; tiles: CountTile[] }) {
	return (
		<section className={classes.tiles} aria-label={label}>
			<ul className={classes.counts}>
				{tiles.map((tile) => (
					<li key={tile.label}>
						<TextLink
							to="/devices"
							search={tile.search}
							underline="never"
							className={classes.tile}
							data-tone={tile.count > 0 ? tile.tone : undefined}
						>
							<span className={classes.what}>{tile.label}</span>
							<span className={classes.value}>{countText(tile.count)}</span>
						</TextLink>
					</li>
				))}
			</ul>
		</section>
	);
}
