import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../shared/account/account";
import { type Company, type CompanyField, fieldsOfSection } from "../../../shared/account/company";
import { can } from "../../../shared/account/permissions";
import { companyRecord } from "../../api/queries";
import { trpc } from "../../api/trpc";
import { companyLabel, companyUse, sectionLabels } from "../../entities/company-labels";
import { useStableDenial } from "../../forms/stable-denial";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { ReadOnlyNote } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { Facts } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/account";
import classes from "./company.module.css";
import { CompanyForm } from "./company-form";
import { fieldText } from "./company-values";

const LeavingCards = lazyPart(async () => (await import("./leaving/leaving-cards")).LeavingCards);

const LakeCard = lazyPart(async () => (await import("./lake/lake-card")).LakeCard);

const SsoCards = lazyPart(async () => (await import("./sso/sso-cards")).SsoCards);

type CompanyProps = { account: CurrentAccount; company: Company };

export function CompanyInformation({ account, company }: CompanyProps) {
	const queryClient = useQueryClient();
	const { role, scope } = account.me;
	const mayEdit = can(role, "editCompany") && scope === "all";
	const denial = useStableDenial(mayEdit ? null : t("ownersAndAdminsWhoSeeAll"));
	const saved = async (result: Company) => {
		queryClient.setQueryData(companyRecord().queryKey, result);
		toast.success(t("companyInformationSaved"));
		await queryClient.invalidateQueries(trpc.account.getCurrent.pathFilter());
	};
	return (
		<>
			<PageHead title={t("company.title")} subtitle={t("yourCompanysDetailsAndHowEveryone")} />
			{denial !== null && <ReadOnlyNote text={denial} />}
			<div className={classes.page}>
				{denial === null ? (
					<CompanyForm company={company} onSaved={(result) => void saved(result)} />
				) : (
					<CompanyFacts company={company} />
				)}
				<Card title={t("account")}>
					<Facts
						facts={[
							{ label: t("created"), value: <TimeStamp at={account.createdAt.getTime()} isFocusable /> },
							{ label: t("accountId"), value: <code>{account.id}</code>, note: t("quoteItWhenYouAskFor") },
						]}
					/>
				</Card>
				{can(role, "editSignIn") && scope === "all" && (
					<Suspense>
						<SsoCards />
					</Suspense>
				)}
				{can(role, "exportAccount") && (
					<Suspense>
						<LakeCard />
					</Suspense>
				)}
				{can(role, "deleteAccount") && (
					<Suspense>
						<LeavingCards account={account} />
					</Suspense>
				)}
			</div>
		</>
	);
}

function CompanyFacts({ company }: { company: Company }) {
	return sectionLabels.map(({ name, title, lead }) => (
		<Card key={name} title={title}>
			{lead !== undefined && <p className={classes.lead}>{lead}</p>}
			<Facts
				facts={fieldsOfSection(name).map((field) => ({
					label: companyLabel(field),
					value: <FieldValue company={company} field={field} />,
					note: companyUse(field),
				}))}
			/>
		</Card>
	));
}

function FieldValue({ company, field }: { company: Company; field: CompanyField }) {
	const text = fieldText(company, field);
	if (text === "") return <span className={classes.none}>{t("none")}</span>;
	if (field === "website") {
		return (
			<a href={text} target="_blank" rel="noreferrer">
				{text}
			</a>
		);
	}
	if (field === "email") return <a href={`mailto:${text}`}>{text}</a>;
	return <span className={classes.value}>{text}</span>;
}
