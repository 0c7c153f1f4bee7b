import type { DeviceClock } from "../../../shared/time/time-zones";
import { t } from "../../words/made/common";
import { Dialog } from "../feedback/dialog";
import { Clocks } from "./time-stamp";
import classes from "./times-dialog.module.css";

export type RowTime = { label: string; at: number; clock: DeviceClock | null };

type TimesDialogProps = { name: string; times: RowTime[]; isOpen: boolean; onClose: () => void };

export function TimesDialog({ name, times, isOpen, onClose }: TimesDialogProps) {
	return (
		<Dialog isOpen={isOpen} onClose={onClose} title={t("timesOf", { name })} size={420}>
			<div className={classes.times}>
				{times.map(({ label, at, clock }) => (
					<section key={label} aria-label={label}>
						<h3>{label}</h3>
						<Clocks at={at} clock={clock} />
					</section>
				))}
			</div>
		</Dialog>
	);
}
