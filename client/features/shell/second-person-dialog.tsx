import { Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import { ReasonText } from "../../../shared/account/change-reasons";
import type { NeededPerson } from "../../../shared/account/four-eyes";
import type { GivenReason } from "../../api/reason-request";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { Callout } from "../../ui/feedback/notes";
import { t } from "../../words/made/four-eyes";

type SecondPersonDialogProps = { needed: NeededPerson; onGiven: (given: GivenReason | null) => void };

const longest = 500;
const ways = ["propose", "emergency"] as const;

/** Opens over the form whose change needs a second person. */
export function SecondPersonDialog({ needed: { kind, isProposable }, onGiven }: SecondPersonDialogProps) {
	const [way, setWay] = useState<(typeof ways)[number]>(isProposable ? "propose" : "emergency");
	const [reason, setReason] = useState("");
	const [error, setError] = useState<string>();
	const give = async () => {
		const text = ReasonText.safeParse(reason);
		if (text.success) return onGiven({ reason: text.data, isForNext: false, way });
		setError(reason.length > longest ? t("reason.tooLong", { most: longest }) : t("reason.missing"));
		throw new NotSent();
	};
	return (
		<ActionDialog
			title={t("confirm.title")}
			label={t(way === "propose" ? "confirm.propose" : "confirm.now")}
			isDangerous={way === "emergency"}
			run={give}
			onDone={() => {}}
			onClose={() => onGiven(null)}
		>
			<p>{t("confirm.lead", { kind })}</p>
			{isProposable ? (
				<Radio.Group
					label={t("confirm.way")}
					value={way}
					onChange={(chosen) => setWay(ways.find((each) => each === chosen) ?? "propose")}
				>
					{ways.map((each) => (
						<Radio key={each} mt={8} value={each} label={t(`way.${each}`)} description={t(`way.${each}.help`)} />
					))}
				</Radio.Group>
			) : (
				<Callout tone="warn">{t("confirm.unproposable")}</Callout>
			)}
			<Textarea
				label={t("reason")}
				maxRows={6}
				value={reason}
				error={error}
				onChange={({ currentTarget }) => {
					setReason(currentTarget.value);
					setError(undefined);
				}}
			/>
		</ActionDialog>
	);
}
