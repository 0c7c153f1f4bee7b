import { typedSeconds } from "../../../forms/typed-setting";
import { rich, t } from "../../../words/made/alerts";
import { Choice, Span, words } from "../sentence-parts";
import { type ConditionForm, root, spanOf } from "./condition-form";

type NoDataValues = { isWholeDevice: boolean; isAfterOffline: boolean };

const missingOptions = [
	{ value: "upload", label: t("noData.noUpload") },
	{ value: "readings", label: t("noData.noReading") },
] as const;

const silenceOptions = [
	{ value: "offline", label: t("noData.untilOffline") },
	{ value: "span", label: t("noData.for") },
] as const;

export const noData: ConditionForm<"noData", NoDataValues> = {
	label: t("kind.noData"),
	usual: { isWholeDevice: true, isAfterOffline: true },
	valuesOf: ({ channels, afterSeconds }) => ({
		isWholeDevice: channels === null,
		isAfterOffline: afterSeconds === null,
		...(afterSeconds !== null && { after: spanOf(afterSeconds) }),
	}),
	conditionOf: ({ isWholeDevice, channels, isAfterOffline, after }) => ({
		kind: "noData",
		channels: isWholeDevice ? null : channels,
		afterSeconds: isAfterOffline ? null : typedSeconds(after),
	}),
	Fields({ values, parts, bind, onChange }) {
		const shown = {
			words,
			missing: (
				<Choice
					label={t("noData.what")}
					options={missingOptions}
					value={values.isWholeDevice ? "upload" : "readings"}
					onChange={(chosen) => onChange({ isWholeDevice: chosen === "upload" }, `${root}.channels`)}
				/>
			),
			where: parts.where,
			howLong: (
				<>
					<Choice
						label={t("noData.howLong")}
						options={silenceOptions}
						value={values.isAfterOffline ? "offline" : "span"}
						onChange={(chosen) => onChange({ isAfterOffline: chosen === "offline" }, `${root}.afterSeconds`)}
					/>
					{!values.isAfterOffline && <Span label={t("howLong.label")} {...bind("after", "afterSeconds")} />}
				</>
			),
		};
		if (values.isWholeDevice) return rich("form.noUpload", shown);
		return rich("form.noReading", { ...shown, channels: parts.channels });
	},
};
