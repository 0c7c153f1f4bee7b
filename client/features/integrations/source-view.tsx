import { Skeleton } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { sentenceFor } from "../../api/api-error";
import { ButtonRow, FormFailure, PlainButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/keys";
import classes from "./integrations.module.css";

type SourceViewProps = {
	lead: ReactNode;
	source: { isPending: boolean; isError: boolean; isRefetching: boolean; error: unknown; refetch: () => unknown };
	onBack: () => void;
	children: ReactNode;
};

export function SourceView({ lead, source, onBack, children }: SourceViewProps) {
	return (
		<div className={layout.column}>
			<p className={layout.prose}>{lead}</p>
			{source.isPending && <Skeleton height={64} />}
			{children}
			<FormFailure failure={source.isError ? sentenceFor(source.error) : null} />
			<ButtonRow>
				<PlainButton onClick={onBack} data-autofocus>
					{t("back")}
				</PlainButton>
				<PlainButton loading={source.isRefetching} onClick={() => source.refetch()}>
					{source.isError ? t("tryAgain") : t("refresh")}
				</PlainButton>
			</ButtonRow>
		</div>
	);
}

export function HeadedSection({ title, children }: { title: string; children: ReactNode }) {
	const titleId = useId();
	return (
		<section aria-labelledby={titleId}>
			<h3 id={titleId} className={classes.heading}>
				{title}
			</h3>
			{children}
		</section>
	);
}
