import { SegmentedControl, Skeleton, useMantineColorScheme } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { toast } from "sonner";
import type { UserSession } from "../../../shared/account/account";
import { type FormatName, formatNames as formats, specifiedFormats } from "../../../shared/formats/display-formats";
import { readerFormats } from "../../../shared/formats/language-formats";
import { unitChoices } from "../../../shared/formats/reading-units";
import { offeredLanguage } from "../../../shared/message/language";
import { screenLanguages } from "../../../shared/words/made/languages";
import { useAccount } from "../../api/account";
import { sentenceFor } from "../../api/api-error";
import { denialOf, profileQuery } from "../../api/auth-call";
import { justLoadedMs } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { choosePageLanguage, languageName, pageLanguage } from "../../base/page-language";
import { formatOptions } from "../../entities/format-labels";
import { measuredOption, UnitFields } from "../../forms/unit-fields";
import { useChoice } from "../../ui/browser-choice";
import { ownFormat } from "../../ui/display-formats";
import { ButtonRow, PlainButton } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { clearOwnUnits, ownUnit, ownUnitsText, storeOwnFormat, storeOwnUnit } from "../../ui/own-formats";
import { storeTimeDisplayMode, useTimeDisplayMode } from "../../ui/time/time-display";
import { t } from "../../words/made/profile";
import { t as session } from "../../words/made/session";
import { IdentityCard } from "./identity-card";
import { PasskeysCard } from "./passkeys-card";
import { PasswordCard } from "./password-card";
import classes from "./profile.module.css";
import { SecondStepCard } from "./second-step-card";
import { SessionsCard } from "./sessions-card";

export function ProfileScreen({ sessions, children }: { sessions: UserSession[]; children?: ReactNode }) {
	return (
		<>
			<PageHead title={t("myProfile")} subtitle={t("howYouSignInAndWhere")} />
			<div className={classes.columns}>
				<div className={layout.stack}>
					<SignInCards />
				</div>
				<div className={layout.stack}>
					<SessionsCard sessions={sessions} />
					<DisplayCard />
					{children}
				</div>
			</div>
		</>
	);
}

/** The rest of the screen works without the sign-in service. */
function SignInCards() {
	const {
		data: profile,
		error,
		isFetching,
		refetch,
	} = useQuery({
		...profileQuery(),
		retryOnMount: false,
		staleTime: justLoadedMs,
	});
	if (profile?.isSso) {
		return (
			<Card title={t("sso.title")}>
				<div className={classes.form}>
					<p className={classes.lead}>{t("sso.lead")}</p>
					<p>
						{profile.name} · {profile.email}
					</p>
				</div>
			</Card>
		);
	}
	if (profile) {
		return (
			<>
				<IdentityCard profile={profile} />
				<PasswordCard email={profile.email} />
				<SecondStepCard profile={profile} />
				<PasskeysCard email={profile.email} />
			</>
		);
	}
	if (error === null) return <Skeleton height={320} aria-label={t("loading")} role="status" />;
	return (
		<Card title={t("signIn")}>
			<div className={classes.form}>
				<p role="alert" className={classes.lead}>
					{denialOf(error)?.isOutage === false ? denialOf(error)?.shown : t("signIn.unavailable")}
				</p>
				<ButtonRow>
					<PlainButton loading={isFetching} onClick={() => refetch()}>
						{t("tryAgain")}
					</PlainButton>
				</ButtonRow>
			</div>
		</Card>
	);
}

const schemes = [
	{ value: "light", label: t("theme.light") },
	{ value: "dark", label: t("theme.dark") },
	{ value: "auto", label: t("theme.system") },
] as const;
const timeModes = [
	{ value: "local", label: t("deviceTime") },
	{ value: "current", label: t("myTime") },
] as const;

function DisplayCard() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const timeMode = useTimeDisplayMode();
	return (
		<Card title={t("display")}>
			<div className={classes.form}>
				<LanguageSelect />
				<Choice label={t("theme")} value={colorScheme} options={schemes} onChange={setColorScheme} />
				<Choice label={t("times")} value={timeMode} options={timeModes} onChange={storeTimeDisplayMode} />
				{formats.map((name) => name !== "temperatureUnit" && <FormatChoice key={name} name={name} />)}
				<h3 className={classes.heading}>{t("units")}</h3>
				<OwnUnits />
				<p className={classes.lead}>{t("display.help")}</p>
			</div>
		</Card>
	);
}

const asCompany = "company";

function OwnUnits() {
	const { formats = specifiedFormats } = useAccount();
	useChoice(ownUnitsText);
	const company = unitChoices(formats);
	return (
		<UnitFields
			chosen={ownUnit}
			first={(name) => [
				{
					value: asCompany,
					label: company[name] === undefined ? t("asCompany") : t("asCompany.unit", { unit: company[name] }),
				},
				measuredOption,
			]}
			onChange={storeOwnUnit}
			clear={{ label: t("allAsTheCompany"), onClear: clearOwnUnits }}
		/>
	);
}

function FormatChoice<Name extends FormatName>({ name }: { name: Name }) {
	const { formats: company = specifiedFormats, language } = useAccount();
	const title: FormatName = name;
	const chosen = useChoice(() => ownFormat(name));
	const options = formatOptions(name);
	const usual = readerFormats(company, pageLanguage, language)[name];
	const format = options.find(({ value }) => value === usual)?.label ?? usual;
	return (
		<Select
			label={t(`format.${title}`)}
			data={[
				{ value: asCompany, label: t(usual === company[name] ? "asCompany.format" : "asLanguage.format", { format }) },
				...options,
			]}
			value={chosen ?? asCompany}
			onChange={(value) => storeOwnFormat(name, options.find((option) => option.value === value)?.value ?? null)}
		/>
	);
}

type ChoiceProps<Value extends string> = {
	label: string;
	value: Value;
	options: readonly { value: Value; label: string }[];
	onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
	const labelId = useId();
	return (
		<div className={classes.choice}>
			<span id={labelId}>{label}</span>
			<SegmentedControl aria-labelledby={labelId} value={value} onChange={onChange} data={[...options]} />
		</div>
	);
}

/** The language of this browser's screens and the user's messages. */
function LanguageSelect() {
	const { mutate, isPending } = useMutation(trpc.account.saveOwnLanguage.mutationOptions());
	const offered = new Set<string>([...screenLanguages, pageLanguage]);
	const choose = (tag: string) => {
		const onError = (error: unknown) => toast.error(sentenceFor(error));
		mutate({ language: offeredLanguage(tag) }, { onSuccess: () => choosePageLanguage(tag), onError });
	};
	return (
		<Select
			label={session("language")}
			data={[...offered].map((value) => ({ value, label: languageName(value) }))}
			value={pageLanguage}
			disabled={isPending}
			onChange={choose}
		/>
	);
}
