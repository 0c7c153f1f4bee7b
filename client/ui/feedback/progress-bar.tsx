import { useEffect, useState } from "react";
import { appConstants } from "../../base/app-constants";
import { t } from "../../words/made/start";
import classes from "./progress-bar.module.css";

const { complete, creepEveryMs, hideAfterMs } = appConstants.progressBar;

export function ProgressBar({ isLoading }: { isLoading: boolean }) {
	const [percent, setPercent] = useState<number | null>(null);

	useEffect(() => {
		if (!isLoading) {
			setPercent((before) => (before === null ? null : complete));
			const hiding = setTimeout(() => setPercent(null), hideAfterMs);
			return () => clearTimeout(hiding);
		}
		setPercent(nextProgress(0));
		const creeping = setInterval(() => setPercent((before) => nextProgress(before ?? 0)), creepEveryMs);
		return () => clearInterval(creeping);
	}, [isLoading]);

	if (percent === null) return null;
	return (
		<div
			className={classes.bar}
			role="progressbar"
			aria-label={t("page.loading")}
			aria-valuemin={0}
			aria-valuemax={complete}
			aria-valuenow={Math.round(percent)}
		>
			<div className={classes.fill} style={{ transform: `scaleX(${percent / complete})` }} />
		</div>
	);
}

const { creepTo } = appConstants.progressBar;

/** Each step takes a seventh of the rest up to 90, so it slows down and never passes 90. */
export function nextProgress(percent: number): number {
	return Math.min(creepTo, percent + Math.max((creepTo - percent) / 7, 0.5));
}
