import type { ReactNode } from "react";
import { screenLanguages } from "../../../shared/words/made/languages";
import { useAuthConfig } from "../../api/auth-config";
import { dropChallenge } from "../../api/stored-challenge";
import { choosePageLanguage, failedLanguage, languageName, pageLanguage } from "../../base/page-language";
import { Callout } from "../../ui/feedback/notes";
import { BrandMark } from "../../ui/layout/brand";
import { TextLink } from "../../ui/layout/link";
import { shownBrand, shownProductName } from "../../ui/layout/shown-brand";
import { t } from "../../words/made/session";
import { t as outer } from "../../words/made/start";
import { isEmailAddress } from "./step-rules";
import classes from "./welcome-panes.module.css";

type WelcomePanesProps = {
	/** Shows a picture of the product, for screens where new users arrive. */
	hasPicture?: boolean;
	children: ReactNode;
};

export function WelcomePanes({ hasPicture = false, children }: WelcomePanesProps) {
	const config = useAuthConfig();
	const brand = shownBrand();
	return (
		<div className={classes.panes} data-picture={(hasPicture && !brand) || undefined}>
			<header className={classes.story}>
				<div className={classes.brand}>
					<BrandMark tone="on-colour" />
					{shownProductName()}
				</div>
				{!brand && (
					<div>
						<p className={classes.line}>{t("story.line")}</p>
						<p className={classes.more}>{t("story.more")}</p>
						{hasPicture && <div className={classes.picture} role="img" aria-label={t("story.picture")} />}
					</div>
				)}
				<div className={classes.company}>
					{brand
						? brand.links.map(({ label, href }) => (
								<a key={label} href={href}>
									{label}
								</a>
							))
						: config?.companyName !== shownProductName() && config?.companyName}
				</div>
			</header>
			<main className={classes.task}>
				<div className={classes.taskWidth}>
					{failedLanguage && (
						<Callout tone="warn" role="status">
							{outer("language.failed", { language: languageName(failedLanguage) })}
						</Callout>
					)}
					{children}
					<LanguageChoice />
				</div>
			</main>
		</div>
	);
}

export function StepLinks({ children }: { children: ReactNode }) {
	return <p className={classes.links}>{children}</p>;
}

export function StartAgainLink({ email, next }: { email: string; next: string | undefined }) {
	return (
		<StepLinks>
			<TextLink
				to="/login"
				search={{ email: isEmailAddress(email) ? email : undefined, next }}
				onClick={dropChallenge}
				inherit
			>
				{t("startAgain")}
			</TextLink>
		</StepLinks>
	);
}

export function LinkNote({ children }: { children: ReactNode }) {
	return (
		<Callout tone="warn" className={classes.linkNote} role="status">
			{children}
		</Callout>
	);
}

/** `hasField`: the address can be typed on this screen. */
export function InvalidLinkNote({ hasField = true }: { hasField?: boolean }) {
	return <LinkNote>{hasField ? t("linkWithoutAddress.typeBelow") : t("linkWithoutAddress")}</LinkNote>;
}

const offered: readonly string[] = screenLanguages;

/** Mantine's select would add its code to the first screen. */
function LanguageChoice() {
	if (offered.length < 2) return null;
	return (
		<select
			className={classes.language}
			aria-label={t("language")}
			value={pageLanguage}
			onChange={({ currentTarget }) => choosePageLanguage(currentTarget.value)}
		>
			{[...new Set([...offered, pageLanguage])].map((tag) => (
				<option key={tag} value={tag} lang={tag}>
					{languageName(tag)}
				</option>
			))}
		</select>
	);
}
