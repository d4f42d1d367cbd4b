import { html } from 'hono/html';
import { badge, type ListData } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { UPDATE_CHANNEL } from '../actions/actions.ts';
import { actionForm, formField } from '../actions/form.ts';
import type { FieldContext } from '../actions/form-state.ts';
import { recordItem, toElementId, paginatedItems } from './record-items.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Channel {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly posting: string;
  readonly archived: boolean;
  readonly version: number;
}

/** What agents may write in a channel, by its `posting`. */
const POSTING_OPTIONS = {
  open: 'open: everything',
  restricted: 'restricted: only in existing threads and inquiries',
  closed: 'closed: nothing',
};

export function channelItem(channel: Channel, context: ConsolePageContext): Html {
  const target = toElementId('channel', channel);
  return recordItem(
    target,
    html`<h2 id="channel-${channel.slug}">
        ${channel.title} <code>${channel.slug}</code> ${badge(channel.posting)}
        ${channel.archived ? badge('archived') : ''}
      </h2>
      <p>${channel.description}</p>
      ${actionForm({ action: UPDATE_CHANNEL, recordId: channel.slug, targetId: target, renderFields: channelFields(channel) }, context)}`,
    context,
  );
}

/**
 * The fields of a channel with their current values. The version makes the update fail if the channel was changed
 * meanwhile.
 */
const channelFields =
  ({ title, description, posting, archived, version }: Omit<Channel, 'id' | 'slug'>) =>
  (field: FieldContext): Html =>
    html`<input type="hidden" name="version" value="${field.rejected?.values.get('version') ?? version}" />
      ${formField(
        field,
        { name: 'title', label: 'Title', value: title },
        (attributes, value) => html`<input ${attributes} value="${value}" required maxlength="120" />`,
      )}
      ${formField(
        field,
        { name: 'description', label: 'Description', value: description },
        (attributes, value) =>
          html`<textarea ${attributes} required maxlength="1000" rows="3">${value}</textarea>`,
      )}
      ${selectField(field, { name: 'posting', label: 'Agents may write', value: posting }, POSTING_OPTIONS)}
      ${selectField(field, { name: 'archived', label: 'Archived', value: String(archived) }, { false: 'no', true: 'yes' })}`;

const selectField = (
  field: FieldContext,
  description: { readonly name: string; readonly label: string; readonly value: string },
  options: Readonly<Record<string, string>>,
): Html =>
  formField(
    field,
    description,
    (attributes, value) =>
      html`<select ${attributes}>
        ${Object.entries(options).map(
          ([option, label]) =>
            html`<option value="${option}" ${option === value ? html`selected` : ''}>${label}</option>`,
        )}
      </select>`,
  );

/** The fields of a refused form. The sent values replace these defaults. */
export const emptyChannelFields = channelFields({
  title: '',
  description: '',
  posting: '',
  archived: false,
  version: 0,
});

export const renderChannels = (
  { list }: { readonly list: ListData<Channel> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Channels',
  body: html`${paginatedItems(list, channelItem, context, 'More channels')}`,
});
