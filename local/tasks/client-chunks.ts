/**
 * Merges the client's code into few files: ten requests cost more than unused code. The first matching group takes a
 * module with its imports, so dependents come later.
 */
export const clientChunks = [
	{ name: "start", tags: ["$initial" as const] },
	{
		name: "field",
		test: /@mantine\/core\/esm\/components\/(ActionIcon|CloseButton|Input|InputBase|TextInput|VisuallyHidden)\/|@mantine\/hooks\/esm\/(use-id|use-uncontrolled)\/|react-router\/dist\/esm\/useLocation\.|client\/base\/arrival\.|shared\/words\/made\/languages\.|client\/ui\/(form\/buttons|feedback\/notes|time\/ticking-now)\.|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(Check|Circle|X)\.)/,
		minShareCount: 2,
	},
	{ name: "words", test: /(client|shared)\/words\/open-|node_modules\/(intl-messageformat|@formatjs)\// },
	{ name: "failures", test: /client\/(api\/(ended-session|failure-sentences)|words\/made\/(endings|failures))\./ },
	{
		name: "sign-in",
		test: /client\/(routes\/_public\/login\.|features\/sign-in\/(follow|sign-in-form|sign-in-search|step|welcome))|client\/api\/(auth-(api|config)|stored-challenge)|@mantine\/core\/esm\/components\/PasswordInput\//,
	},
	{
		name: "new-password",
		test: /client\/(ui\/form\/(new-password-input|one-time-code)|features\/sign-in\/later-steps|entities\/second-step-names)|shared\/session\/password-policy\./,
		minShareCount: 2,
	},
	{ name: "passkey", test: /client\/(api\/passkey-api|forms\/passkey-button)\./, minShareCount: 2 },
	{
		// Not before a sign-in: its screens import only types of schemas.
		name: "console",
		test: /node_modules\/zod\/|@tanstack\/(react-query|query-core)\/|@trpc\/|superjson|client\/(routes\/_authenticated\.|api\/(?!acts|auth-(api|config)|device-list|ended-session|failure-sentences|later-queries|stored-challenge|prove-by-sso|reason-request|second-person|start-download|verify-api|whose-page)|features\/shell\/(navigation\.|lazy))|@mantine\/hooks\/esm\/(use-merged-ref|use-window-event|use-hotkeys|use-local-storage|use-disclosure)|@mantine\/core\/esm\/(components\/SegmentedControl|core\/MantineProvider\/use-mantine-color-scheme)/,
	},
	{
		name: "parts",
		test: /@tabler\/icons-react\/dist\/esm\/icons\/IconCircleCheck\.|@mantine\/hooks\/esm\/use-(clipboard|resize-observer)\/|@mantine\/core\/esm\/components\/(CopyButton|Skeleton)\/|shared\/[a-z]+\/(attention-limits|id-pattern|clock-drift|device-reading|duration-format|quantity-titles|units)\.|client\/entities\/(device-labels|device-rows|tiles)\.|client\/ui\/(format|chart\/|feedback\/(?!dialog)|layout\/(card|link|page-head|rows)|time\/(time-stamp|relative-time)|table\/list-rows|form\/(type-ahead|unsaved-changes))/,
		minShareCount: 2,
	},
	{ name: "outcome", test: /shared\/base\/hex\.|client\/ui\/layout\/outcome\./ },
	{
		name: "things",
		test: /@tabler\/icons-react\/|client\/(api\/(device-list|later-queries|start-download)|base\/|device-actions\/share\/share-button|forms\/author-text)|shared\/(?!report\/(report-times|schedule-sentence)|log\/(file-choices|match-device))|client\/entities\/(?!report-schedule|company-labels|duty-now|signature-meaning)|client\/ui\/(feedback\/(?!dialog)|layout\/(?!button-menu|styles)|time\/(?!times-dialog)|table\/list-pending|form\/(leave-question|schema-errors|snippet|steady-options))/,
		minShareCount: 2,
	},
	{
		name: "overlay",
		test: /@floating-ui\/|@mantine\/core\/esm\/(components\/(Checkbox|Combobox|FloatingArrow|FocusTrap|Kbd|Menu|Popover|Portal|Tooltip|Transition|VisuallyHidden)\/|utils\/(Floating|InlineInput))|client\/ui\/table\/(list-question|page-actions)\.|@mantine\/core\/esm\/components\/(MultiSelect|Pill|PillsInput|ScrollArea|Select)\/|client\/ui\/form\/select\.|client\/ui\/table\/(filter-form|search-box|use-sideways|table-cell|table-head)/,
		minShareCount: 2,
	},
	{
		name: "list",
		test: /@tanstack\/(react-table|table-core|react-virtual|virtual-core)\/|client\/ui\/table\/(?!filter-(?:bar|chips|field)|list-pending|list-question|list-rows|long-table|page-actions)/,
	},
	{ name: "form", test: /@mantine\/form\/|client\/forms\/entity-form/, minShareCount: 3 },
	{ name: "toast", test: /node_modules\/sonner\// },
	{
		name: "dialog",
		test: /@mantine\/(core|hooks)\/|client\/(forms\/(?!attachment-field|code-proof|duty-of|identity-proof|replace-key|sign-file-dialog|sso-proof-button|versioned-form)|device-actions\/(?!device-key|rename|replace-logger))|client\/ui\/(feedback\/dialog|form\/(conflict-notice|dialog-step|guarded-button|moment-field))/,
		minShareCount: 3,
	},
	{
		name: "recipients",
		test: /client\/(forms\/(recipient-fields|device-picker|template-links|value-input|typed-setting)|ui\/form\/zone-select|entities\/channel-choices)/,
		minShareCount: 2,
	},
	{ name: "reports", test: /client\/features\/reports\/(?!form\/)/, minShareCount: 2 },
	{
		name: "report-form",
		test: /node_modules\/croner\/|shared\/report\/report-times|client\/features\/reports\/form\//,
		minShareCount: 2,
	},
	{ name: "groups", test: /client\/features\/groups\//, minShareCount: 2 },
	{
		// With the filter bar, which the dashboard loads late and without a list.
		name: "frame",
		test: /client\/(ui\/table\/filter-(bar|chips|field)\.|(features\/shell|api)\/(acts|keep-focus|console-toaster|whose-page)|ui\/layout\/button-menu)/,
	},
	{ name: "log", test: /client\/(chart|features\/log)\/(?!actions\/note-dialog)/, minShareCount: 2 },
];
